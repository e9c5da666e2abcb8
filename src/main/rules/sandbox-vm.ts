import { type QuickJSContext, type QuickJSHandle, type QuickJSRuntime, StaticLifetime } from 'quickjs-emscripten-core'
import type { Dice, Look, Range, RollOptions } from '../../shared/story/play'
import { prebuilt } from './prebuilt'
import { compile, resolveImport, STANDARD } from './compile'
import type { VmInstance } from './instance'
import type { MemoryImage } from './memory'
import { unpackImage } from './memory-image-file'
import { kernelSources } from './vm/sources'

/** What a machine runs: the modules, the actions in them, and the game's lists as JSON. */
export interface Program {
  /** The TypeScript files, with types stripped. */
  modules: ReadonlyMap<string, string>
  /** The actions in TypeScript: name and file. */
  rules: readonly { name: string; file: string }[]
  /** The actions in YAML, in the form that the kernel reads. */
  yaml: string
  /** `{equipment, conditions, tables, manifest}`. */
  game: string
  /** For a machine that counts coverage: how many statements its modules count, and the name of their counters, which is also what they import. */
  counting?: { statements: number; counter: string }
}

/** A call into the sandbox did not return: out of fuel, out of memory, or an error in the interpreter itself. */
export class VmStopped extends Error {
  constructor(
    readonly reason: 'fuel' | 'error' | 'lost',
    message: string,
    readonly stack2 = ''
  ) {
    super(message)
  }
}

/** Receives a line of `console.log` with the stack at it. */
export type ConsoleListener = (text: string, stack: string) => void

let kernel: Map<string, string> | undefined
function kernelModules(): Map<string, string> {
  kernel ??= new Map([...kernelSources].map(([name, source]) => [`kernel:${name}`, compile(`${name}.ts`, source)]))
  return kernel
}

/** A machine's state at some point of its loading, from which other machines can start. Addresses are the same in every memory. */
interface Reached {
  image: MemoryImage
  /** The address of the interpreter's interrupt counter. */
  alarm: number
  /** The handles of the kernel's functions. */
  calls: Readonly<Record<Call, number>>
}
/** A machine with a game loaded. */
export interface LoadedVm extends Reached {
  rules: Program['rules']
  /** The answer of `register`. */
  registered: readonly string[]
}

/** The name under which the build stores a machine with the kernel loaded. */
export const KERNEL = 'kernel'
let booted: Reached | undefined
/** The state after only the kernel has run, if any machine has reached it. */
function bootedKernel(): Reached | undefined {
  if (booted) return booted
  const bytes = prebuilt(KERNEL)
  booted = bytes && (unpackImage(bytes) as unknown as Reached)
  return booted
}
/** A machine with the kernel loaded. One must have existed in this process. */
export function kernelLoaded(): Reached {
  if (!booted) throw new Error('No machine has been started yet.')
  return booted
}

const CALLS = ['open', 'register', 'registerYaml', 'sync', 'offers', 'whyNot', 'forms', 'execute', 'countStatements', 'counted'] as const
type Call = (typeof CALLS)[number]
/** Calls without a result. */
const SILENT: readonly Call[] = ['open', 'sync', 'countStatements']
/**
 * The limits of one call. `polls`: how often the interpreter may ask whether to continue, which it does every 10,000 loop turns or calls.
 * `turns`: the work in between, as the meter counts it. Never wall-clock time.
 */
interface Fuel {
  polls: number
  turns: number
}
const FUEL: Fuel = { polls: 500, turns: 20_000_000 }
/** A machine that counts does more work for each statement. What ran out of fuel was never recorded, so it must only not run out earlier. */
const COUNTING_FUEL: Fuel = { polls: FUEL.polls, turns: FUEL.turns * 8 }
const LOAD_FUEL: Fuel = { polls: 2000, turns: 400_000_000 }
/** The value from which the interpreter counts down until it asks. `locateAlarm` finds the counter by it. */
const TURNS_PER_POLL = 10_000
/** The size of the part of the interpreter's context that contains the counter, in bytes. */
const CONTEXT_BYTES = 1024
const STACK_BYTES = 128 << 10

/** One interpreter with a game loaded: the kernel first, then shared objects are frozen, then the rules are loaded. */
export class SandboxVm {
  private readonly runtime: QuickJSRuntime
  private readonly vm: QuickJSContext
  private calls: Record<Call, QuickJSHandle>
  private polls = 0
  private dice: Dice | undefined
  /** Receives what a rule says with `console.log`, and the stack there. */
  private hear: ConsoleListener | undefined
  /** Observers of this call's rolls, which may stand for many: each learns what a rule reads of its roll. */
  private readonly observers: ((member: Look) => void)[] = []
  /** Whether anything has run since the last mark. */
  private used = false
  /** Whether the marked memory includes a state. */
  private stated = false
  /** The descriptions of the TypeScript actions, by name; the answer of `register`. */
  readonly registered: readonly string[]

  /** `from`: a game to load, or the state of a machine that has loaded one. Throws Stopped. */
  constructor(
    private readonly bare: VmInstance,
    private readonly from: Program | LoadedVm
  ) {
    bare.memory.beginAgain()
    this.refuel(LOAD_FUEL)
    this.runtime = bare.module.newRuntime()
    this.runtime.setMaxStackSize(STACK_BYTES)
    this.vm = this.runtime.newContext({
      intrinsics: {
        BaseObjects: true,
        Eval: true,
        RegExp: true,
        JSON: true,
        Proxy: true,
        MapSet: true,
        Promise: true,
        StringNormalize: true,
        Date: false,
        TypedArrays: false
      }
    })
    this.provideHost()
    if ('image' in from) {
      this.calls = this.goOnFrom(from)
      this.registered = from.registered
      return
    }
    this.load(from)
    const kernel = bootedKernel()
    this.calls = kernel ? this.goOnFrom(kernel) : this.boot()
    this.registered = this.registerAll(from)
    this.canonical()
  }

  /** Its state at the last mark. */
  private get reached(): Reached {
    const calls = Object.fromEntries(CALLS.map((name) => [name, this.calls[name].value as number])) as Record<Call, number>
    return { image: this.bare.memory.image, alarm: this.bare.meter.alarm.value, calls }
  }
  /** Its state after loading, before the first `sync`. */
  get loaded(): LoadedVm {
    return { ...this.reached, rules: this.from.rules, registered: this.registered }
  }

  /** Restores the state of another machine. What lies outside the memory is set up equally first. */
  private goOnFrom({ image, alarm, calls }: Reached): Record<Call, QuickJSHandle> {
    this.bare.memory.goTo(image)
    this.bare.meter.alarm.value = alarm
    this.runtime.setInterruptHandler(this.mustStop)
    return Object.fromEntries(CALLS.map((name) => [name, new StaticLifetime(calls[name], this.runtime)])) as unknown as Record<Call, QuickJSHandle>
  }

  /** Runs the kernel and caches the resulting state. */
  private boot(): Record<Call, QuickJSHandle> {
    this.locateAlarm()
    this.refuel(LOAD_FUEL)
    const exported = this.module('kernel:start', 'export * from "kernel:kernel"')
    this.calls = Object.fromEntries(CALLS.map((name) => [name, this.vm.getProp(exported, name)])) as Record<Call, QuickJSHandle>
    this.canonical()
    booted = this.reached
    return this.calls
  }

  private registerAll({ game, yaml, rules: actions, counting }: Program): string[] {
    this.refuel(LOAD_FUEL)
    if (counting) this.text('countStatements', String(counting.statements))
    this.text('open', game)
    this.refuel(LOAD_FUEL)
    const answers = [this.text('registerYaml', yaml)]
    if (actions.length > 0) {
      const imports = actions.map((rule, index) => `import * as rule${index} from ${JSON.stringify(`./${rule.file}`)}`)
      const list = actions.map((rule, index) => `[${JSON.stringify(rule.name)}, ${JSON.stringify(rule.file)}, rule${index}.default]`)
      const rules = this.module('entry', `${imports.join('\n')}\nexport const list = [${list.join(', ')}]`)
      const handle = this.vm.getProp(rules, 'list')
      answers.push(this.text('register', handle))
    }
    return answers
  }

  /** Whether rules have made the memory grow beyond what the state needs. */
  get grown(): boolean {
    return this.bare.memory.grown
  }

  get bytes(): number {
    return this.bare.memory.wasm.buffer.byteLength
  }

  /**
   * Restores the memory, and gives the rules a newer state as a JSON merge patch on the marked one; '' for the marked one itself. With `keep` the
   * new state becomes the marked one. Marking copies all memory, so it pays only for a state that is used again.
   */
  sync(patch: string, keep: boolean): void {
    this.clean()
    if (patch === '') return
    this.used = true
    this.refuel(LOAD_FUEL)
    this.text('sync', patch)
    this.bare.memory.write(this.bare.meter.alarm.value, TURNS_PER_POLL)
    if (!keep) return
    this.canonical()
    // A large state isn't the rules' fault, and a fresh machine would have to grow for it again.
    if (!this.stated) this.bare.memory.settle()
    this.stated = true
  }

  /** One call, on the state of the last `sync`. Throws Stopped. */
  call(name: 'offers' | 'whyNot' | 'forms' | 'execute', args: readonly string[], dice?: Dice, hear?: ConsoleListener): string {
    this.used = true
    this.refuel(this.isCounting ? COUNTING_FUEL : FUEL)
    this.dice = dice
    this.hear = hear
    try {
      return this.text(name, ...args, ...(hear ? ['yes'] : []))
    } finally {
      this.dice = undefined
      this.hear = undefined
      this.observers.length = 0
    }
  }

  /** What the last call counted, in a machine that counts: what `vm/counting.ts` answers. Throws Stopped. */
  counted(): string {
    this.refuel(LOAD_FUEL)
    return this.text('counted')
  }

  private get isCounting(): boolean {
    return 'counting' in this.from && this.from.counting !== undefined
  }

  private clean(): void {
    if (!this.used) return
    this.bare.memory.rewind()
    this.used = false
  }

  /** Marks the current memory as clean, with the interrupt counter at its start, so that equal calls end equally. */
  private canonical(): void {
    this.bare.memory.write(this.bare.meter.alarm.value, TURNS_PER_POLL)
    this.bare.memory.mark()
    this.used = false
  }

  private refuel({ polls, turns }: Fuel): void {
    this.polls = polls
    this.bare.meter.fuel.value = turns
  }

  /** The interpreter asks whether to stop. */
  private readonly mustStop = (): boolean => --this.polls < 0 || this.bare.meter.fuel.value < 0

  /** Finds the counter at which the interpreter asks whether to continue: just reset then, and with a value unique in the context. */
  private locateAlarm(): void {
    const addresses = new Set<number>()
    const context = this.vm['ctx'].value
    this.runtime.setInterruptHandler(() => {
      for (const address of this.bare.memory.find(TURNS_PER_POLL, context, CONTEXT_BYTES)) addresses.add(address)
      return true
    })
    this.vm.evalCode('for (;;);').dispose()
    const [address, ...others] = addresses
    if (address === undefined || others.length > 0) throw new Error('The interpreter is not the one that the sandbox was made for.')
    this.bare.meter.alarm.value = address
    this.runtime.setInterruptHandler(this.mustStop)
  }

  private load({ modules, counting }: Program): void {
    this.runtime.setModuleLoader(
      (name) => (name.startsWith('kernel:') ? kernelModules() : modules).get(name) ?? { error: new Error(`There is no ${name}.`) },
      (base, request) => {
        if (request.startsWith('kernel:') && base === 'kernel:start') return request
        if (base.startsWith('kernel:')) return `kernel:${request.split('/').at(-1) ?? ''}`
        if (request === STANDARD) return 'kernel:standard'
        if (request === counting?.counter) return 'kernel:counting'
        const target = resolveImport(base === 'entry' ? 'entry.ts' : base, request, modules)
        return 'file' in target ? target.file : { error: new Error(target.problem) }
      }
    )
  }

  private provideHost(): void {
    const vm = this.vm
    const roll = vm.newFunction('hostRoll', (expr, options, ranges) => {
      const answer = this.rolled(vm.getString(expr), vm.getString(options), vm.getString(ranges))
      return vm.newString(JSON.stringify(answer))
    })
    const look = vm.newFunction('hostLook', (roll, member) => this.observers[vm.getNumber(roll)]?.(vm.getString(member) as Look))
    const log = vm.newFunction('hostLog', (text, stack) => {
      // Not returned: what a listener returns would become the function's result.
      this.hear?.(vm.getString(text), vm.getString(stack))
    })
    for (const [name, handle] of Object.entries({ hostRoll: roll, hostLook: look, hostLog: log })) {
      vm.setProp(vm.global, name, handle)
      handle.dispose()
    }
  }
  private rolled(expr: string, optionsText: string, rangesText: string): unknown {
    if (!this.dice) return { error: 'There are no dice here.' }
    try {
      const options = JSON.parse(optionsText) as RollOptions
      if (!this.dice.watch) return { roll: this.dice.roll(expr, options) }
      const { roll, look } = this.dice.watch(expr, options, rangesText === '' ? undefined : (JSON.parse(rangesText) as Range[]))
      return { roll, watch: this.observers.push(look) - 1 }
    } catch (thrown) {
      return { error: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }

  private module(name: string, source: string): QuickJSHandle {
    const result = this.guard(() => this.vm.evalCode(source, name, { type: 'module' }))
    if (result.error) throw this.stopped(result.error)
    const state = this.vm.getPromiseState(result.value)
    if (state.type === 'pending') throw new VmStopped('error', 'A rule file has a top-level "await". Remove it.')
    if (state.type === 'rejected') throw this.stopped(state.error)
    return state.value
  }

  private text(name: Call, ...args: (string | QuickJSHandle)[]): string {
    return this.guard(() => {
      const handles = args.map((arg) => (typeof arg === 'string' ? this.vm.newString(arg) : arg))
      const result = this.vm.callFunction(this.calls[name], this.vm.undefined, ...handles)
      for (const handle of handles) handle.dispose()
      // The kernel catches whatever rules throw. Null remains if there is no memory even for an error.
      if (result.error) throw this.stopped(result.error, 'out of memory')
      const answer = SILENT.includes(name) ? '' : this.vm.getString(result.value)
      result.value.dispose()
      return answer
    })
  }

  private stopped(error: QuickJSHandle, ofNull = 'null'): VmStopped {
    const outOfFuel = this.outOfFuel
    // Reading the error needs fuel too.
    this.refuel(LOAD_FUEL)
    const read = this.vm.dump(error) as unknown
    error.dispose()
    const { message = String(read), stack, name = '' }: Partial<Error> = typeof read === 'object' ? (read ?? { message: ofNull }) : {}
    // Without memory, an error has no stack.
    return new VmStopped(outOfFuel ? 'fuel' : 'error', name && name !== 'Error' ? `${name}: ${message}` : message, stack ?? '')
  }

  private get outOfFuel(): boolean {
    return this.polls < 0 || this.bare.meter.fuel.value < 0
  }

  /** Runs work that may throw through the interpreter, which is then unusable until its memory is restored: no fuel left, or nested too deep. */
  private guard<T>(work: () => T): T {
    try {
      return work()
    } catch (thrown) {
      if (thrown instanceof VmStopped) throw thrown
      throw new VmStopped(this.outOfFuel ? 'fuel' : 'lost', thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
}
