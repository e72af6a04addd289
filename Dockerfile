# An image that holds the program and nothing else. "make image" builds the program for
# it, static and stamped with its version, and then this:
#
#   make image && podman run -p 8080:8080 -v regengine:/data regengine
#
# It runs as nobody in particular (65532), keeps its database in the volume /data, and
# needs no file of a system: roots of certificates are in the program.
FROM scratch
ARG VERSION=unknown
LABEL org.opencontainers.image.title="regengine" \
      org.opencontainers.image.description="Look up construction regulations by place, verify values, ask questions" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY bin/image/regengine /regengine
COPY --chown=65532:65532 bin/image/data /data
COPY --chown=65532:65532 bin/image/tmp /tmp
USER 65532:65532
ENV REGENGINE_DATA_DIR=/data REGENGINE_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/regengine"]
CMD ["serve"]
