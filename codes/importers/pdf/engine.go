package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"time"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// memoryPages is how much memory the engine may have, in pages of 64 KiB: the
// file, what is made of it, and no room for a stream that inflates without end.
// While it grows it takes nearly twice as much, which must stay within the
// child's limit.
const memoryPages = 1792 // 112 MiB

// errEngine is a call the engine did not return from: nothing can be asked of it
// any more.
var errEngine = errors.New("the PDF engine gave up")

// engine is PDFium as WebAssembly. Its functions are called directly: the
// library's own wrappers allocate some twenty times for every character.
type engine struct {
	module  api.Module
	calls   map[string]api.Function
	scratch uint32 // scratchSize bytes for results
	stack   [8]uint64
	close   func()
}

const scratchSize = 4 << 10

// newEngine compiles the engine, or takes it from the cache, a folder; "" is none.
func newEngine(cache string) (*engine, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if cache != "" {
		c, err := wazero.NewCompilationCacheWithDir(cache)
		if err != nil {
			return nil, fmt.Errorf("opening the cache of compiled code: %w", err)
		}
		config = config.WithCompilationCache(c)
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1, RuntimeConfig: config, Stdout: io.Discard, Stderr: io.Discard,
		FSConfig: wazero.NewFSConfig(), // no files: the default is the whole disk
	})
	if err != nil {
		return nil, fmt.Errorf("starting the PDF engine: %w", err)
	}
	instance, err := pool.GetInstance(time.Minute)
	if err != nil {
		return nil, fmt.Errorf("starting the PDF engine: %w", err)
	}
	module, err := moduleOf(instance)
	if err != nil {
		return nil, err
	}
	e := &engine{module: module, calls: make(map[string]api.Function), close: func() { _ = pool.Close() }}
	at, err := e.call("malloc", scratchSize)
	if err != nil || at == 0 {
		return nil, fmt.Errorf("starting the PDF engine: %w", errEngine)
	}
	e.scratch = uint32(at)
	return e, nil
}

// moduleOf reaches the module behind the library's instance, which it keeps in an
// exported field of a type it does not export.
func moduleOf(instance any) (module api.Module, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("this edition of the PDF library hides its module")
		}
	}()
	implementation := instance.(interface{ GetImplementation() any }).GetImplementation()
	return reflect.ValueOf(implementation).Elem().FieldByName("Module").Interface().(api.Module), nil
}

// call calls a function of at most one result.
func (e *engine) call(name string, args ...uint64) (uint64, error) {
	f := e.calls[name]
	if f == nil {
		if f = e.module.ExportedFunction(name); f == nil {
			return 0, fmt.Errorf("%w: it has no function %s", errEngine, name)
		}
		e.calls[name] = f
	}
	stack := e.stack[:max(len(args), 1)]
	stack[0] = 0
	copy(stack, args)
	if err := f.CallWithStack(context.Background(), stack); err != nil {
		return 0, fmt.Errorf("%w in %s", errEngine, name)
	}
	return stack[0], nil
}

// ask is call for functions whose result is a C int: 0 is "no" or none.
func (e *engine) ask(name string, args ...uint64) (int, error) {
	r, err := e.call(name, args...)
	return int(int32(r)), err
}

// load copies data into the engine's memory.
func (e *engine) load(data []byte) (uint64, error) {
	at, err := e.call("malloc", uint64(len(data)))
	if err != nil {
		return 0, err
	}
	if at == 0 || !e.module.Memory().Write(uint32(at), data) {
		return 0, fmt.Errorf("%w: no room for the file", errEngine)
	}
	return at, nil
}

// property is an entry of the information a file has about itself.
func (e *engine) property(doc uint64, name string) (string, error) {
	at, err := e.load(append([]byte(name), 0))
	if err != nil {
		return "", err
	}
	n, err := e.ask("FPDF_GetMetaText", doc, at, uint64(e.scratch), scratchSize)
	if err != nil || n <= 0 || n > scratchSize {
		return "", err
	}
	return string(utf16.Decode(e.utf16(n))), nil
}

// out is the address of result i, of 8 bytes each.
func (e *engine) out(i int) uint64 { return uint64(e.scratch) + 8*uint64(i) }

func (e *engine) float64(i int) float64 {
	v, _ := e.module.Memory().ReadFloat64Le(uint32(e.out(i)))
	return v
}

// float32 reads member i of a structure of C floats at the start of the results.
func (e *engine) float32(i int) float64 {
	v, _ := e.module.Memory().ReadFloat32Le(e.scratch + 4*uint32(i))
	return float64(v)
}

func (e *engine) bytes(n int) []byte {
	data, _ := e.module.Memory().Read(e.scratch, uint32(min(n, scratchSize)))
	return data
}

// utf16 reads n bytes of little-endian UTF-16 with a zero at the end.
func (e *engine) utf16(n int) []uint16 {
	data := e.bytes(n)
	units := make([]uint16, 0, len(data)/2)
	for ; len(data) >= 2; data = data[2:] {
		if u := binary.LittleEndian.Uint16(data); u != 0 {
			units = append(units, u)
		}
	}
	return units
}

// asFloat64 reads what a function returned as a C double.
func asFloat64(r uint64) float64 { return math.Float64frombits(r) }
