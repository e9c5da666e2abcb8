import { type QuickJSContext, type QuickJSHandle, type QuickJSRuntime, StaticLifetime } from 'quickjs-emscripten-core'
import type { Dice, Look, Range, RollOptions } from '../../shared/play'
import { prebuilt } from './prebuilt'
import { compile, resolveImport, STANDARD } from './compile'
import type { Bare } from './instance'
import type { MemoryImage } from './memory'
import { unpackImage } from './memory-image-file'
import { kernelSources } from './vm/sources'

/** What a machine runs: JavaScript by file, the actions in them, and the game's own lists as JSON. */
export interface Program {
  /** TypeScript files, stripped. */
  modules: ReadonlyMap<string, string>
  /** Actions in TypeScript: name and file. */
  rules: readonly { name: string; file: string }[]
  /** Actions in YAML, as the kernel takes them. */
  yaml: string
  /** `{equipment, conditions, tables, manifest}`. */
  game: string
}

/** A call into the sandbox did not come back: out of fuel, out of memory, or the interpreter itself failed. */
export class Stopped extends Error {
  constructor(
    readonly reason: 'fuel' | 'error' | 'lost',
    message: string,
    readonly stack2 = ''
  ) {
    super(message)
  }
}

let kernel: Map<string, string> | undefined
function kernelModules(): Map<string, string> {
  kernel ??= new Map(Object.entries(kernelSources).map(([name, source]) => [`kernel:${name}`, compile(`${name}.ts`, source)]))
  return kernel
}

/** A machine at one moment of its loading, for others to go on from. Addresses are the same in every memory. */
interface Reached {
  image: MemoryImage
  /** Where the interpreter's counter stands. */
  alarm: number
  /** Where the kernel's functions are held. */
  calls: Readonly<Record<Call, number>>
}
/** A machine that has a whole game in it. */
export interface Loaded extends Reached {
  rules: Program['rules']
  /** What registering the actions answered. */
  registered: readonly string[]
}

/** Name under which the build keeps a machine with the kernel loaded. */
export const KERNEL = 'kernel'
let booted: Reached | undefined
/** A machine in which nothing but the kernel has run, once there has been one. */
function bootedKernel(): Reached | undefined {
  if (booted) return booted
  const bytes = prebuilt(KERNEL)
  booted = bytes && (unpackImage(bytes) as unknown as Reached)
  return booted
}
/** A machine with the kernel loaded; there must have been one in this process. */
export function kernelLoaded(): Reached {
  if (!booted) throw new Error('No machine has been started yet.')
  return booted
}

const CALLS = ['open', 'register', 'registerYaml', 'sync', 'offers', 'whyNot', 'execute'] as const
type Call = (typeof CALLS)[number]
/** Those that answer nothing. */
const SILENT: readonly Call[] = ['open', 'sync']
/**
 * What one call may use. `polls`: the interpreter asks every 10,000 loop turns or calls whether to go on. `turns`: what it does
 * in between by itself, as the meter counts it. Never wall clock.
 */
interface Fuel {
  polls: number
  turns: number
}
const FUEL: Fuel = { polls: 500, turns: 20_000_000 }
const LOAD_FUEL: Fuel = { polls: 2000, turns: 400_000_000 }
/** What the interpreter counts down from until it asks; `locateAlarm` finds the counter by it. */
const STRETCH = 10_000
/** Bytes of the interpreter's context among which that counter stands. */
const CONTEXT = 1024
const STACK = 128 << 10

/** One interpreter with a game loaded: kernel first, shared things frozen, then the rules. */
export class Machine {
  private readonly runtime: QuickJSRuntime
  private readonly vm: QuickJSContext
  private calls: Record<Call, QuickJSHandle>
  private polls = 0
  private dice: Dice | undefined
  /** Rolls of this call that may stand for many: whom to tell what a rule reads of them. */
  private readonly looks: ((member: Look) => void)[] = []
  /** Set when anything has run since the last mark. */
  private used = false
  /** Set when there is a state among what is marked. */
  private stated = false
  /** Descriptions of the actions in TypeScript, by name; what `register` answered. */
  readonly registered: readonly string[]

  /** `from`: a game to load, or where another machine was when it had loaded one. Throws Stopped. */
  constructor(
    private readonly bare: Bare,
    private readonly from: Program | Loaded
  ) {
    bare.memory.beginAgain()
    this.refuel(LOAD_FUEL)
    this.runtime = bare.module.newRuntime()
    this.runtime.setMaxStackSize(STACK)
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
    this.provideDice()
    if ('image' in from) {
      this.calls = this.goOnFrom(from)
      this.registered = from.registered
      return
    }
    this.load(from.modules)
    const kernel = bootedKernel()
    this.calls = kernel ? this.goOnFrom(kernel) : this.boot()
    this.registered = this.registerAll(from)
    this.canonical()
  }

  /** Where it is now, as far as it has been marked. */
  private get reached(): Reached {
    const calls = Object.fromEntries(CALLS.map((name) => [name, this.calls[name].value as number])) as Record<Call, number>
    return { image: this.bare.memory.image, alarm: this.bare.meter.alarm.value, calls }
  }
  /** Where it was when the game had been loaded; before its first `sync`. */
  get loaded(): Loaded {
    return { ...this.reached, rules: this.from.rules, registered: this.registered }
  }

  /** Brings the memory to where another machine's was; what lies outside it is made alike before. */
  private goOnFrom({ image, alarm, calls }: Reached): Record<Call, QuickJSHandle> {
    this.bare.memory.goTo(image)
    this.bare.meter.alarm.value = alarm
    this.runtime.setInterruptHandler(this.asked)
    return Object.fromEntries(CALLS.map((name) => [name, new StaticLifetime(calls[name], this.runtime)])) as unknown as Record<Call, QuickJSHandle>
  }

  /** Runs the kernel, and keeps where that leads. */
  private boot(): Record<Call, QuickJSHandle> {
    this.locateAlarm()
    this.refuel(LOAD_FUEL)
    const exported = this.module('kernel:start', 'export * from "kernel:kernel"')
    this.calls = Object.fromEntries(CALLS.map((name) => [name, this.vm.getProp(exported, name)])) as Record<Call, QuickJSHandle>
    this.canonical()
    booted = this.reached
    return this.calls
  }

  private registerAll({ game, yaml, rules: actions }: Program): string[] {
    this.refuel(LOAD_FUEL)
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

  /** Whether rules have made its memory grow beyond what the state needs. */
  get grown(): boolean {
    return this.bare.memory.grown
  }

  get bytes(): number {
    return this.bare.memory.wasm.buffer.byteLength
  }

  /**
   * Puts everything back and gives the rules a newer state, as a merge patch in JSON on the marked one, '' for that itself.
   * With `keep` it becomes the marked one. Marking copies all memory, so only who comes again is better off with it.
   */
  sync(patch: string, keep: boolean): void {
    this.clean()
    if (patch === '') return
    this.used = true
    this.refuel(LOAD_FUEL)
    this.text('sync', patch)
    this.bare.memory.write(this.bare.meter.alarm.value, STRETCH)
    if (!keep) return
    this.canonical()
    // A large state is no rule's doing; a fresh machine would have to grow for it again.
    if (!this.stated) this.bare.memory.settle()
    this.stated = true
  }

  /** One call, on the state of the `sync` just before. Throws Stopped. */
  call(name: 'offers' | 'whyNot' | 'execute', args: readonly string[], dice?: Dice): string {
    this.used = true
    this.refuel(FUEL)
    this.dice = dice
    try {
      return this.text(name, ...args)
    } finally {
      this.dice = undefined
      this.looks.length = 0
    }
  }

  private clean(): void {
    if (!this.used) return
    this.bare.memory.rewind()
    this.used = false
  }

  /** Marks this moment as the clean one, with a whole stretch to the next question, so that equal calls end alike. */
  private canonical(): void {
    this.bare.memory.write(this.bare.meter.alarm.value, STRETCH)
    this.bare.memory.mark()
    this.used = false
  }

  private refuel({ polls, turns }: Fuel): void {
    this.polls = polls
    this.bare.meter.fuel.value = turns
  }

  /** The interpreter asks whether to stop. */
  private readonly asked = (): boolean => --this.polls < 0 || this.bare.meter.fuel.value < 0

  /**
   * Finds the number that the interpreter counts down until it asks whether to go on. While it asks, that number has just been
   * set to a whole stretch, and no other in the context's own structure is the same.
   */
  private locateAlarm(): void {
    const found = new Set<number>()
    const context = this.vm['ctx'].value
    this.runtime.setInterruptHandler(() => {
      for (const address of this.bare.memory.find(STRETCH, context, CONTEXT)) found.add(address)
      return true
    })
    this.vm.evalCode('for (;;);').dispose()
    const [address, ...others] = found
    if (address === undefined || others.length > 0) throw new Error('The interpreter is not the one that the sandbox was made for.')
    this.bare.meter.alarm.value = address
    this.runtime.setInterruptHandler(this.asked)
  }

  private load(modules: ReadonlyMap<string, string>): void {
    this.runtime.setModuleLoader(
      (name) => (name.startsWith('kernel:') ? kernelModules() : modules).get(name) ?? { error: new Error(`There is no ${name}.`) },
      (base, request) => {
        if (request.startsWith('kernel:') && base === 'kernel:start') return request
        if (base.startsWith('kernel:')) return `kernel:${request.split('/').at(-1) ?? ''}`
        if (request === STANDARD) return 'kernel:standard'
        const found = resolveImport(base === 'entry' ? 'entry.ts' : base, request, modules)
        return 'file' in found ? found.file : { error: new Error(found.problem) }
      }
    )
  }

  private provideDice(): void {
    const vm = this.vm
    const roll = vm.newFunction('hostRoll', (expr, options, ranges) => {
      const answer = this.rolled(vm.getString(expr), vm.getString(options), vm.getString(ranges))
      return vm.newString(JSON.stringify(answer))
    })
    const look = vm.newFunction('hostLook', (roll, member) => this.looks[vm.getNumber(roll)]?.(vm.getString(member) as Look))
    vm.setProp(vm.global, 'hostRoll', roll)
    vm.setProp(vm.global, 'hostLook', look)
    roll.dispose()
    look.dispose()
  }
  private rolled(expr: string, optionsText: string, rangesText: string): unknown {
    if (!this.dice) return { error: 'There are no dice here.' }
    try {
      const options = JSON.parse(optionsText) as RollOptions
      if (!this.dice.watch) return { roll: this.dice.roll(expr, options) }
      const { roll, look } = this.dice.watch(expr, options, rangesText === '' ? undefined : (JSON.parse(rangesText) as Range[]))
      return { roll, watch: this.looks.push(look) - 1 }
    } catch (thrown) {
      return { error: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }

  private module(name: string, source: string): QuickJSHandle {
    const result = this.guard(() => this.vm.evalCode(source, name, { type: 'module' }))
    if (result.error) throw this.stopped(result.error)
    const state = this.vm.getPromiseState(result.value)
    if (state.type === 'pending') throw new Stopped('error', 'A rule file has a top-level "await". Remove it.')
    if (state.type === 'rejected') throw this.stopped(state.error)
    return state.value
  }

  private text(name: Call, ...args: (string | QuickJSHandle)[]): string {
    return this.guard(() => {
      const handles = args.map((arg) => (typeof arg === 'string' ? this.vm.newString(arg) : arg))
      const result = this.vm.callFunction(this.calls[name], this.vm.undefined, ...handles)
      for (const handle of handles) handle.dispose()
      // The kernel answers for whatever rules throw; null is what is left when there is no memory even for an error.
      if (result.error) throw this.stopped(result.error, 'out of memory')
      const answer = SILENT.includes(name) ? '' : this.vm.getString(result.value)
      result.value.dispose()
      return answer
    })
  }

  private stopped(error: QuickJSHandle, ofNull = 'null'): Stopped {
    const outOfFuel = this.outOfFuel
    // Reading the error is work of its own.
    this.refuel(LOAD_FUEL)
    const read = this.vm.dump(error) as unknown
    error.dispose()
    const { message = String(read), stack, name = '' }: Partial<Error> = typeof read === 'object' ? (read ?? { message: ofNull }) : {}
    // Without memory an error has no stack.
    return new Stopped(outOfFuel ? 'fuel' : 'error', name && name !== 'Error' ? `${name}: ${message}` : message, stack ?? '')
  }

  private get outOfFuel(): boolean {
    return this.polls < 0 || this.bare.meter.fuel.value < 0
  }

  /** An exception that came through the interpreter leaves it unusable until its memory is put back: one operation took all the fuel, or was nested deeper than the host can go. */
  private guard<T>(work: () => T): T {
    try {
      return work()
    } catch (thrown) {
      if (thrown instanceof Stopped) throw thrown
      throw new Stopped(this.outOfFuel ? 'fuel' : 'lost', thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
}
