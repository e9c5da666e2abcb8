import type { SystemMessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { Offer, PossibleOffer } from '../../../shared/story/game'
import { equal, own } from '../../../shared/base/json'
import type { ToolSetting, ToolShape } from '../../../shared/table/turns'
import { changeWords, listingOf, listingWords, type Listing } from '../context/listing'
import { leanTools } from '../context/lean'
import { generalShapes, shapesOf, sharedShapes } from '../context/shapes'
import type { ToolChange } from './tool-changes'

/**
 * How a conversation tells a model its tools. `live`: a request declares exactly the tools that are available. `stable`: every tool of the seat is
 * declared once, the first message lists the available ones, and later messages say what changed. `changes`: messages add and remove tools, if the endpoint accepts that.
 * `lean`: for small models, a request declares the few tools of its context, and a new conversation begins with every change.
 */
export type ToolLayout = ToolSetting | 'changes' | 'lean'

/** The tools that a seat declared in its earlier conversations. Declaring the same again lets the provider's cache outlive a conversation. */
export interface Declarations {
  /** In the layout `stable`, every tool of the seat, by name. */
  readonly byName: Map<string, ToolShape>
  /** In the layout `changes`, the tools that each conversation declared. */
  readonly sets: (readonly ToolShape[])[]
}

/** Everything from which the tools of a conversation are made. */
export interface ToolSources {
  layout: ToolLayout
  offers: readonly Offer[]
  /** The tools that the seat can ever be offered, used only in the layout `stable`. */
  every: () => readonly PossibleOffer[]
  /** The model is known to support streaming inputs while they are written. */
  eager: boolean
  /** The declarations of earlier conversations, to which this conversation's are added. */
  earlier: Declarations
  /** The tools of the context, used only in the layout `lean`. */
  ofContext: readonly ToolShape[]
}

/** The part of the next message that is about tools. */
export interface ToolNews {
  text?: string
  change?: SystemMessageParam
}

/** A tool in the form in which a request declares it. `eager`: the model is known to support streaming inputs while they are written. */
export const declaration = ({ name, description, input_schema }: ToolShape, eager: boolean) => ({
  name,
  description,
  input_schema: { ...input_schema, type: 'object' as const },
  ...(eager ? { eager_input_streaming: true } : {})
})

/** A conversation's tools. The declared ones never change, for its cache and thinking blocks; `news` returns changes, or asks for a new one. */
export class Toolbox {
  /** Sent as `tools` with every request. */
  readonly declared: readonly ToolShape[]
  /** The tools of which the model was last told that they are available. Its inputs are checked against them. */
  available: readonly ToolShape[]
  /** In the layout `live`, the last text about tools. */
  #lastText = ''
  /** In the layout `stable`, the tools that were listed as available, and every tool as it was last listed. */
  #listing: Listing = new Map()
  readonly #listed = new Map<string, NonNullable<ReturnType<Listing['get']>>>()
  /** Every tool that was declared or defined so far, by name. */
  readonly #defined: Map<string, ToolShape>

  readonly layout: ToolLayout
  readonly #eager: boolean

  constructor({ layout, offers, every, eager, earlier, ofContext }: ToolSources) {
    this.layout = layout
    this.#eager = eager
    const shapes = layout === 'lean' ? leanTools(offers, ofContext) : layout === 'stable' ? sharedShapes(offers) : shapesOf(offers)
    if (layout === 'stable') this.declared = remember(earlier.byName, generalShapes(offers, every()), shapes)
    else this.declared = layout === 'changes' ? this.#nearest(earlier.sets, shapes) : layout === 'lean' ? ofContext : shapes
    this.available = layout === 'changes' ? this.declared : shapes
    this.#defined = new Map(this.declared.map((shape) => [shape.name, shape]))
  }

  /** The part about tools of the first message, beside its context. */
  first(offers: readonly Offer[]): ToolNews {
    if (this.layout === 'changes') return this.#changeNews(shapesOf(offers))
    return this.layout === 'stable' ? { text: listingWords(this.#list(offers)) } : {}
  }

  /** The earlier declaration that needs the shortest changes to become `shapes`. Without one that is shorter to change than to replace, `shapes`. */
  #nearest(sets: Declarations['sets'], shapes: readonly ToolShape[]): readonly ToolShape[] {
    let [nearest, shortest] = [shapes, JSON.stringify(shapes.map((shape) => declaration(shape, this.#eager))).length]
    for (const set of sets) {
      const { length } = JSON.stringify(this.#changes(set, new Map(set.map((shape) => [shape.name, shape])), shapes))
      if (length < shortest) [nearest, shortest] = [set, length]
    }
    if (!sets.includes(nearest)) sets.push(nearest)
    return nearest
  }

  /** The next message's part about tools; undefined if a new conversation is needed. `isNewTurn`: more happened than this seat's calls. */
  news(offers: readonly Offer[], isNewTurn: boolean): ToolNews | undefined {
    if (this.layout === 'lean') return undefined
    const shapes = this.layout === 'stable' ? sharedShapes(offers) : shapesOf(offers)
    if (this.layout === 'changes') return this.#changeNews(shapes)
    if (this.layout === 'live') {
      if (isNewTurn ? !sameTools(this.declared, shapes) : !covers(this.declared, shapes)) return undefined
      const open = new Set(shapes.map(({ name }) => name))
      const closed = this.declared.flatMap(({ name }) => (open.has(name) ? [] : [name]))
      const text = closed.length === 0 ? '' : `No longer available to you this turn: ${closed.join(', ')}.`
      const isSame = text === this.#lastText
      this.#lastText = text
      return text === '' || isSame ? {} : { text }
    }
    if (shapes.some((shape) => !declares(this.#defined.get(shape.name), shape))) return undefined
    this.available = shapes
    const [before, known] = [this.#listing, new Map(this.#listed)]
    const text = changeWords(before, this.#list(offers), known)
    return text === '' ? {} : { text }
  }

  /** Lists the tools of these offers as available. */
  #list(offers: readonly Offer[]): Listing {
    this.#listing = listingOf(offers, this.declared)
    for (const [name, tool] of this.#listing) this.#listed.set(name, tool)
    return this.#listing
  }

  #changeNews(shapes: readonly ToolShape[]): ToolNews {
    const blocks = this.#changes(this.available, this.#defined, shapes)
    for (const shape of shapes) this.#defined.set(shape.name, shape)
    this.available = shapes
    // The SDK's stable types don't have the beta's blocks yet.
    return blocks.length === 0 ? {} : { change: { role: 'system', content: blocks as unknown as Exclude<SystemMessageParam['content'], string> } }
  }

  /** The blocks that turn `available` into `shapes`, if `defined` holds the last definition of every tool. */
  #changes(available: readonly ToolShape[], defined: ReadonlyMap<string, ToolShape>, shapes: readonly ToolShape[]): ToolChange[] {
    const before = new Set(available.map(({ name }) => name))
    const after = new Set(shapes.map(({ name }) => name))
    const removed = [...before].flatMap((name): ToolChange[] =>
      after.has(name) ? [] : [{ type: 'tool_removal', tool: { type: 'tool_reference', name } }]
    )
    const added = shapes.flatMap((shape): ToolChange[] => {
      const { name } = shape
      const known = defined.get(name)
      if (!known || !isSameTool(known, shape))
        return [{ type: 'tool_addition', tool: { type: 'tool_definition', definition: declaration(shape, this.#eager) } }]
      return before.has(name) ? [] : [{ type: 'tool_addition', tool: { type: 'tool_reference', name } }]
    })
    return [...removed, ...added]
  }
}

/** Returns whether a tool was declared before its parameters were known. */
const isOpen = (shape: ToolShape): boolean => shape.input_schema['additionalProperties'] === true

/** The tools as they were declared before, unless one that is available now is missing. One whose parameters weren't known then is declared again. */
function remember(remembered: Map<string, ToolShape>, shapes: readonly ToolShape[], available: readonly ToolShape[]): ToolShape[] {
  for (const shape of shapes) {
    const before = remembered.get(shape.name)
    const now = available.find(({ name }) => name === shape.name)
    if (!before || isOpen(before) || (now && !declares(before, now))) remembered.set(shape.name, shape)
  }
  return [...remembered.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Returns whether a general declaration accepts everything that a tool takes now. A character who alone can act need not be named. */
function declares(declared: ToolShape | undefined, { input_schema, through = [] }: ToolShape): boolean {
  if (!declared || isOpen(declared)) return declared !== undefined
  const [general, now] = [declared.input_schema, input_schema] as { properties?: Readonly<Record<string, Field>>; required?: readonly string[] }[]
  const fields = Object.entries(now?.properties ?? {}).filter(([name]) => name !== 'as' || through.length !== 1)
  return (
    (general?.required ?? []).every((name) => now?.required?.includes(name)) &&
    fields.every(([name, field]) => {
      const known = own(general?.properties, name)
      const choices = known?.enum ?? known?.items?.enum
      return (
        known !== undefined &&
        (choices === undefined || (field.enum ?? field.items?.enum ?? [undefined]).every((value) => choices.includes(String(value))))
      )
    })
  )
}
interface Field {
  enum?: readonly string[]
  items?: Field
}

const isSameTool = (one: ToolShape, other: ToolShape): boolean => one.description === other.description && equal(one.input_schema, other.input_schema)

const sameTools = (one: readonly ToolShape[], other: readonly ToolShape[]): boolean =>
  one.length === other.length &&
  one.every((shape, i) => {
    const twin = other[i]
    return twin !== undefined && shape.name === twin.name && isSameTool(shape, twin)
  })

/** Returns whether the declared tools include everything that is available now: the same fields, with enum values among the declared ones. */
function covers(declared: readonly ToolShape[], now: readonly ToolShape[]): boolean {
  const known = new Map(declared.map((shape) => [shape.name, shape]))
  return now.every((shape) => within(known.get(shape.name), shape))
}

/** Returns whether `declared` includes everything in `now`. */
function within(declared: unknown, now: unknown): boolean {
  if (Array.isArray(now)) return Array.isArray(declared) && now.every((value) => declared.some((known) => within(known, value)))
  if (typeof now !== 'object' || now === null) return declared === now
  if (typeof declared !== 'object' || declared === null) return false
  const known = declared as Record<string, unknown>
  return Object.entries(now).every(([key, value]) => key === 'description' || within(own(known, key), value))
}
