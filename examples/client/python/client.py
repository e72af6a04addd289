"""A client of the regulation lookup API in one file, with the standard library alone.

    export REGENGINE_SERVER=http://127.0.0.1:8080 REGENGINE_API_KEY=rgk_...
    python3 client.py Peguerinos

It finds a village, lists what applies there, checks a stair, says what would decide a
check that is open, asks a question and follows each source to its page.
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request


class Problem(Exception):
    """What the server answers instead of a result (RFC 9457)."""

    def __init__(self, status, body):
        self.status, self.code = status, body.get("code")
        self.errors = body.get("errors", [])  # of a 422: location and message of each mistake
        detail = body.get("detail", "no detail")
        mistakes = "".join(f"; {e['location']} {e['message']}" for e in self.errors)
        super().__init__(f"{status} {self.code or ''}: {detail}{mistakes}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key is for the server it was given for."""

    def redirect_request(self, *_):
        return None


class Client:
    """Calls the API of one server with one key. A question may take two minutes."""

    def __init__(self, server, key, timeout=150):
        self.server, self.key, self.timeout = server.rstrip("/"), key, timeout
        self.opener = urllib.request.build_opener(NoRedirect)

    def get(self, path, **query):
        """Answers GET path?query as what the JSON says; numbers with a point as text."""
        query = {name: value for name, value in query.items() if value is not None}
        return self._send("GET", path + ("?" + urllib.parse.urlencode(query) if query else ""))

    def post(self, path, **body):
        """Answers POST path with a JSON body."""
        return self._send("POST", path, json.dumps(body).encode())

    def _send(self, method, path, body=None):
        request = urllib.request.Request(self.server + path, body, method=method)
        request.add_header("Authorization", "Bearer " + self.key)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with self.opener.open(request, timeout=self.timeout) as answer:
                return json.load(answer, parse_float=str)  # 0.30 stays 0.30
        except urllib.error.HTTPError as error:
            try:
                problem = json.load(error)
            except ValueError:
                problem = {}
            raise Problem(error.code, problem) from None

    def place(self, name):
        """The first place a name finds, with what applies there."""
        found = self.get("/api/v1/location/search", q=name)["results"]
        if not found:
            raise LookupError(f"no place is called {name}")
        return self.get("/api/v1/location/" + urllib.parse.quote(found[0]["geo_id"], safe=""))

    def verify(self, element, parameter, value, unit, geo_id, **more):
        """Decides a check. Only is_compliant says that it passes."""
        return self.post("/api/v1/verify", element=element, parameter=parameter, value=value, unit=unit, geo_id=geo_id, **more)


def main():
    key = os.environ.get("REGENGINE_API_KEY")
    if not key:
        sys.exit("a key is needed, in REGENGINE_API_KEY; the server shows one at its first start")
    client = Client(os.environ.get("REGENGINE_SERVER", "http://127.0.0.1:8080"), key)

    place = client.place(sys.argv[1] if len(sys.argv) > 1 else "Peguerinos")
    tech = place["tech_data"] or {}
    print(f"{place['name']} ({place['geo_id']}), climate zone {tech.get('climate_zone')}: {len(place['applicable_codes'])} codes apply")

    stair = client.verify("escalera de uso general", "anchura útil", 0.9, "m", place["geo_id"], building_use="residencial vivienda")
    print(f"a stair of 0.9 m: {stair['result_status']}, limit {stair['limit_value']} {stair['unit']}, margin {stair['margin']}")

    barrier = client.verify("barandilla", "altura", 0.95, "m", place["geo_id"])
    print(f"a barrier of 0.95 m: {barrier['result_status']}, compliant: {barrier['is_compliant']}")
    for missing in barrier["missing"]:
        print("  decided by", missing["id"], "as", missing["kind"])
    decided = client.verify("barandilla", "altura", 0.95, "m", place["geo_id"], circumstances={"drop_height": {"value": 4, "unit": "m"}})
    print(f"  with a drop of 4 m: {decided['result_status']}, compliant: {decided['is_compliant']}")

    listed = client.post("/api/v1/requirements", element="barandilla", parameter="altura", geo_id=place["geo_id"])
    for row in listed["requirements"]:
        print(f"  {row['operator']} {row['limit_value']} {row['unit']}  {row['case'] or 'always'}  {row['section_title']}")

    answer = client.post("/api/v2/ask", query="¿Qué altura mínima tiene una barandilla con una caída de 7 m?")
    print(answer["answer"])
    for source in answer["sources"]:
        print(f"  [{source['index']}] {source['document_title']}: {source.get('url', 'a document of the project')}")

    try:
        client.get("/api/v1/location/" + urllib.parse.quote("ES-99999"))
    except Problem as problem:
        print("what is not there:", problem.status, problem.code)


if __name__ == "__main__":
    main()
