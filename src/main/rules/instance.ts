import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import { prebuilt } from './prebuilt'
import { type MemoryImage, SandboxMemory } from './memory'
import { metered, type Meter } from './meter'
import { unpackImage } from './memory-image-file'

/** A fresh instance of the interpreter. Creating one is asynchronous, so one is kept ready. */
export interface VmInstance {
  module: QuickJSWASMModule
  memory: SandboxMemory
  meter: Meter
}

let ready: VmInstance | undefined
let making: Promise<void> | undefined
let program: Promise<WebAssembly.Module> | undefined
let beginning: MemoryImage | undefined

/** The interpreter's bytes. Its package passes them only to `WebAssembly.instantiate`, so they are intercepted there. */
async function packagedBytes(): Promise<Uint8Array> {
  const load = (await newVariant(variant, {}).importModuleLoader()) as () => Promise<unknown>
  const { instantiate } = WebAssembly
  return new Promise((resolve, reject) => {
    WebAssembly.instantiate = (bytes, imports) => {
      // Another program's call is passed on.
      if (!('a' in imports && Object.keys(imports).length === 1)) return instantiate(bytes, imports)
      WebAssembly.instantiate = instantiate
      resolve(bytes)
      return new Promise(() => undefined)
    }
    load().catch((thrown: unknown) => {
      WebAssembly.instantiate = instantiate
      reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
    })
  })
}

/** The names under which the build stores the metered interpreter and its initial memory. */
export const INTERPRETER = 'interpreter.wasm'
export const BEGINNING = 'beginning'

/** The metered interpreter, made from its package. */
export const interpreter = async (): Promise<Uint8Array> => metered(await packagedBytes())

function readBeginning(): MemoryImage | undefined {
  const bytes = prebuilt(BEGINNING)
  return bytes && unpackImage(bytes).image
}
/** The interpreter's initial memory. An instance must have existed in this process. */
export function interpreterBeginning(): MemoryImage {
  if (!beginning) throw new Error('No interpreter has been started yet.')
  return beginning
}

async function instantiate(): Promise<VmInstance> {
  program ??= (async () => new WebAssembly.Module(prebuilt(INTERPRETER) ?? (await interpreter())))()
  const compiled = await program
  const memory = new SandboxMemory()
  let exported: WebAssembly.Exports = {}
  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory.wasm,
      emscriptenModule: {
        instantiateWasm: (imports, onSuccess) => {
          const instance = new WebAssembly.Instance(compiled, imports)
          exported = instance.exports
          onSuccess(instance)
          return exported
        }
      }
    })
  )
  const meter = exported as unknown as Meter
  memory.stack = meter.stack
  beginning ??= readBeginning()
  beginning = memory.keepBeginning(beginning)
  return { module, memory, meter }
}
function replenish(): void {
  making ??= instantiate()
    .then((bare) => {
      ready = bare
    })
    .finally(() => {
      making = undefined
    })
  // The next caller gets the same failure itself.
  making.catch(() => undefined)
}
/** A fresh instance. Starts another one for the next caller. */
export async function freshInstance(): Promise<VmInstance> {
  if (!ready && making) await making.catch(() => undefined)
  const bare = ready ?? (await instantiate())
  ready = undefined
  replenish()
  return bare
}
/** The instance that is ready, if there is one. Starts another one. */
export function spareInstance(): VmInstance | undefined {
  const bare = ready
  ready = undefined
  replenish()
  return bare
}
