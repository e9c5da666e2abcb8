import type { ArrowDocument, ArrowId, ArrowResources } from '../../../shared/arrow/document'
import type { ArrowCall, CallContext } from '../../../shared/arrow/functions/call'
import { describeNode } from '../../../shared/arrow/functions/describe'
import { currentScene } from '../../../shared/arrow/functions/refer'
import { idByName, safeName } from '../../../shared/arrow/names'
import { slotCounts } from '../../../shared/arrow/node-types'
import { ownName } from '../../../shared/arrow/words'
import { planned } from '../planned'
import { openingLine, sentence } from './lines'
import type { Kind, Step } from './steps'

/** What steps become: calls, what they do in words, and what is left for the user. Or a question, if they aren't clear. */
export type StepPlan =
  | { readonly calls: readonly ArrowCall[]; readonly words: readonly string[]; readonly remarks: readonly string[]; readonly rest: readonly Step[] }
  | { readonly question: string }

const call = (name: string, input: Readonly<Record<string, unknown>>): ArrowCall => ({ function: name, arguments: input })
const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`

class Question extends Error {}

/**
 * Plans steps on a document. New nodes follow each other; the first one follows the selected node, or the one made last, or the entry of a scene that has
 * nothing else. A new scene ends a plan: its `rest` goes on from there.
 */
export function planSteps(steps: readonly Step[], document: ArrowDocument, context: CallContext): StepPlan {
  const planner = new Planner(document, context)
  try {
    for (const [i, step] of steps.entries()) {
      planner.add(step)
      if (step.do === 'scene' && i < steps.length - 1) return { ...planner.plan, rest: steps.slice(i + 1) }
    }
  } catch (thrown) {
    if (thrown instanceof Question) return { question: thrown.message }
    throw thrown
  }
  return { ...planner.plan, rest: [] }
}

class Planner {
  readonly #calls: ArrowCall[] = []
  readonly #words: string[] = []
  readonly #remarks: string[] = []
  #now: ArrowDocument
  #context: CallContext
  /** Where the next node follows on; undefined for nowhere. */
  #from: { readonly node_id: string | ArrowId; readonly slot: number } | undefined

  constructor(
    private readonly document: ArrowDocument,
    private readonly start: CallContext
  ) {
    this.#now = document
    this.#context = start
    this.#from = this.#startingPoint()
  }

  get plan(): { calls: readonly ArrowCall[]; words: readonly string[]; remarks: readonly string[] } {
    return { calls: this.#calls, words: this.#words, remarks: this.#remarks }
  }

  add(step: Step): void {
    switch (step.do) {
      case 'dialog':
      case 'monolog':
        return this.#speech(step)
      case 'content': {
        const text = step.lines.length > 0 ? step.lines.join('\n') : step.about === '' ? '' : sentence(step.about)
        return this.#node(
          'content',
          { content: text, ...(step.title !== undefined && { title: step.title }) },
          `a content node with ${quoted(text || (step.title ?? ''))}`
        )
      }
      case 'choice':
        this.#node('interaction', { actions: step.options }, `a choice between ${step.options.map(quoted).join(' and ')}`)
        if (step.options.length > 1)
          this.#remarks.push(`What follows goes on after ${quoted(step.options[0] ?? '')}; connect the other options yourself.`)
        return
      case 'condition':
        this.#mustHave('variables', step.variable)
        this.#node(
          'condition',
          { variable: safeName(step.variable), operator: step.operator, compare_to: this.#operand(step.value) },
          `a condition on ${quoted(step.variable)}`
        )
        return void this.#remarks.push('What follows goes on where the condition is true.')
      case 'update':
        this.#mustHave('variables', step.variable)
        return this.#node(
          'variable_update',
          { variable: safeName(step.variable), operation: step.operation, value: this.#operand(step.value) },
          `a change of ${quoted(step.variable)}`
        )
      case 'connect':
        return this.#connect(step.from, step.to, step.output)
      case 'disconnect':
        return this.#disconnect(step.from, step.to)
      case 'delete':
        return this.#remove(step.what, step.kind)
      case 'rename':
        return this.#rename(step.what, step.to, step.kind)
      case 'character':
        return this.#run(
          call('create_character', { name: step.name, ...(step.color !== undefined && { color: step.color }) }),
          `the character ${quoted(safeName(step.name))}`
        )
      case 'variable': {
        const type = step.type ?? typeOf(step.value)
        const value = step.value === undefined ? {} : { initial_value: valueOf(type, step.value) }
        return this.#run(call('create_variable', { name: step.name, type, ...value }), `the variable ${quoted(safeName(step.name))}`)
      }
      case 'scene':
        this.#run(call('create_scene', { name: step.name, is_macro: step.macro }), `the ${step.macro ? 'macro' : 'scene'} ${quoted(step.name)}`)
        this.#from = undefined
    }
  }

  /** Runs a call on the draft of the document. What our functions refuse becomes a question. */
  #run(one: ArrowCall, words: string): void {
    const ran = planned(this.#now, [one], this.#context)
    if (!ran.result.success) throw new Question(ran.result.error)
    this.#calls.push(one)
    this.#words.push(words)
    this.#now = ran.document
    this.#context = ran.context
  }

  #node(type: string, data: Readonly<Record<string, unknown>>, words: string): void {
    const from = this.#from && { connect_from: this.#from }
    const scene = this.#context.scene === undefined ? {} : { scene_id: this.#context.scene }
    this.#run(call('create_node', { type, ...scene, position: this.#from ? 'right_of_previous' : 'auto', data, ...from }), words)
    this.#from = { node_id: 'last_created', slot: 0 }
  }

  /** Each line is a node of its own, because Arrow would pick one line of a dialog at random. */
  #speech({ do: type, who, lines, about }: Extract<Step, { do: 'dialog' | 'monolog' }>): void {
    const speaker = this.#speaker(who, about)
    if (speaker !== undefined && idByName(this.#now.resources, 'characters', speaker) === undefined)
      this.#run(call('create_character', { name: speaker }), `the character ${quoted(speaker)}`)
    const opening = lines.length > 0 ? undefined : openingLine(about)
    if (lines.length === 0 && opening === undefined) this.#remarks.push('I took your words as the line; change it to what is said.')
    for (const line of lines.length > 0 ? lines : [opening ?? sentence(about)]) {
      const character = speaker === undefined ? {} : { character: speaker }
      const data = type === 'dialog' ? { ...character, lines: [line] } : { ...character, text: line }
      this.#node(type, data, `a ${type}${speaker === undefined ? '' : ` of ${quoted(speaker)}`} with ${quoted(line)}`)
    }
  }

  /** The character that a text names: one that is there, or else a name in it. */
  #speaker(who: string | undefined, about: string): string | undefined {
    const words = about.toLowerCase()
    const known = [...this.#now.resources.characters.values()].filter(
      ({ name }) => name !== '' && words.includes(name.replaceAll('_', ' ').toLowerCase())
    )
    const longest = known.sort((a, b) => b.name.length - a.name.length)[0]
    return longest?.name ?? (who === undefined ? undefined : safeName(who))
  }

  #operand(value: string): unknown {
    const isVariable = idByName(this.#now.resources, 'variables', safeName(value)) !== undefined
    return isVariable
      ? { type: 'variable', value: safeName(value) }
      : { type: 'value', value: value.replace(/^(?:yes|on)$/i, 'true').replace(/^(?:no|off)$/i, 'false') }
  }

  #mustHave(set: 'variables', name: string): void {
    if (idByName(this.#now.resources, set, safeName(name)) !== undefined) return
    throw new Question(
      `There is no variable ${quoted(name)}. Shall I create it? Say “create a number ${safeName(name)}” first, or a text, or a flag.`
    )
  }

  #connect(from: string, to: string, output: string | undefined): void {
    const [a, b] = [this.#nodeNamed(from), this.#nodeNamed(to)]
    const slot = output === undefined ? (this.#freeSlot(a) ?? 0) : this.#slotNamed(a, output)
    this.#run(
      call('create_connection', { from_node_id: a, to_node_id: b, from_slot: slot }),
      `a connection from ${this.#shown(a)} to ${this.#shown(b)}`
    )
  }

  #disconnect(from: string, to: string): void {
    const [a, b] = [this.#nodeNamed(from), this.#nodeNamed(to)]
    const connection = describeNode(this.#now, this.#idOf(a))?.connections.find(({ to_node_id }) => to_node_id === this.#idOf(b))
    if (!connection) throw new Question(`${this.#shown(a)} isn’t connected to ${this.#shown(b)}. Which connection do you mean?`)
    const input = { from_node_id: a, to_node_id: b, from_slot: connection.from_slot, to_slot: connection.to_slot }
    this.#run(call('delete_connection', input), `no connection from ${this.#shown(a)} to ${this.#shown(b)}`)
  }

  #slotNamed(node: string | ArrowId, output: string): number {
    if (/^true$/i.test(output)) return 0
    if (/^false$/i.test(output)) return 1
    const numbered = /^output\s+(\d+)$/i.exec(output)
    if (numbered) return Number(numbered[1])
    const data = this.#now.resources.nodes.get(this.#idOf(node))?.data
    const texts = data?.['actions'] ?? data?.['lines'] ?? data?.['patterns']
    const at = Array.isArray(texts) ? texts.findIndex((text) => typeof text === 'string' && text.toLowerCase() === output.toLowerCase()) : -1
    if (at < 0) throw new Question(`${this.#shown(node)} has no output ${quoted(output)}. Which one do you mean?`)
    return at
  }

  #remove(what: string, kind: Kind | undefined): void {
    const [kindOf, reference] = this.#named(what, kind)
    this.#run(call(`delete_${kindOf}`, { [`${kindOf}_id`]: reference }), `no ${kindOf} ${quoted(what)}`)
    if (kindOf === 'node') this.#from = undefined
  }

  #rename(what: string, to: string, kind: Kind | undefined): void {
    const [kindOf, reference] = this.#named(what, kind)
    this.#run(call(`update_${kindOf}`, { [`${kindOf}_id`]: reference, name: to }), `the name ${quoted(to)} for the ${kindOf} ${quoted(what)}`)
  }

  /** What a name means: of the kind that is said, or of the first kind that has it. */
  #named(what: string, kind: Kind | undefined): [Kind, string | ArrowId] {
    if (kind === undefined || kind === 'node') {
      const node = this.#findNode(what)
      if (node !== undefined) return ['node', node]
    }
    for (const [one, set] of SETS) {
      if (kind !== undefined && kind !== one) continue
      const name = [...this.#now.resources[set].values()].map((resource) => resource.name).find((here) => isSameName(here, what))
      if (name !== undefined) return [one, name]
    }
    throw new Question(`There is no ${kind ?? 'node, character, variable or scene'} ${quoted(what)}. Which one do you mean?`)
  }

  #nodeNamed(what: string): string | ArrowId {
    const node = this.#findNode(what)
    if (node === undefined) throw new Question(`There is no node ${quoted(what)}. Select it, or give its number or its name.`)
    return node
  }

  /** A node by words such as "selected", by its id or name, or by what it says. */
  #findNode(what: string): string | ArrowId | undefined {
    const selected = this.#context.selected ?? []
    if (/^(?:it|this|that|selected|selection|(?:the\s+)?selected (?:node|one))$/i.test(what)) {
      if (selected.length !== 1) throw new Question('Select one node, or give its number or its name.')
      return selected[0]
    }
    if (/^(?:last|previous|last (?:node|one)|new (?:node|one)|last created)$/i.test(what) && this.#context.lastCreated !== undefined)
      return 'last_created'
    if (/^(?:entry|start|(?:scene )?entry(?: node)?)$/i.test(what)) return 'current_entry'
    const { nodes } = this.#now.resources
    if (/^#?\d{1,16}$/.test(what) && nodes.has(Number(what.replace('#', '')))) return Number(what.replace('#', ''))
    const named = [...nodes].filter(([, { name }]) => isSameName(name, what))
    const saying = named.length > 0 ? named : [...nodes].filter(([, { data }]) => textsOf(data).some((text) => isSameName(text, what)))
    if (saying.length > 1)
      throw new Question(
        `${saying.length} nodes are ${quoted(what)}: ${saying
          .map(([id]) => id)
          .slice(0, 10)
          .join(', ')}. Which one do you mean?`
      )
    const [only] = saying
    // A node that this request makes has no id yet that the editor knows.
    if (only && !this.document.resources.nodes.has(only[0])) return only[0] === this.#context.lastCreated ? 'last_created' : only[1].name
    return only?.[0]
  }

  #idOf(node: string | ArrowId): ArrowId {
    if (typeof node === 'number') return node
    if (node === 'last_created') return this.#context.lastCreated ?? -1
    if (node === 'current_entry') {
      return this.#now.resources.scenes.get(currentScene({ document: this.#now, context: this.#context }))?.entry ?? -1
    }
    return idByName(this.#now.resources, 'nodes', node) ?? -1
  }
  #shown(node: string | ArrowId): string {
    const id = this.#idOf(node)
    const stored = this.#now.resources.nodes.get(id)
    const name = stored && ownName(id, stored)
    return name === undefined ? `node ${id}` : quoted(name)
  }

  /** The first output of a node that leads nowhere; undefined if none is free. */
  #freeSlot(node: string | ArrowId): number | undefined {
    const id = this.#idOf(node)
    const stored = this.#now.resources.nodes.get(id)
    const taken = new Set(describeNode(this.#now, id)?.connections.map(({ from_slot }) => from_slot))
    for (let slot = 0; slot < (stored ? slotCounts(stored).outputs : 0); slot++) if (!taken.has(slot)) return slot
    return undefined
  }

  /** Whether a node lies in the open scene. */
  #isHere(id: ArrowId): boolean {
    const scene = this.#now.resources.scenes.get(currentScene({ document: this.#now, context: this.#context }))
    return scene?.map.has(id) ?? false
  }

  #startingPoint(): { node_id: ArrowId; slot: number } | undefined {
    const selected = this.start.selected?.at(-1)
    const entry = this.#idOf('current_entry')
    for (const id of [selected, this.start.lastCreated, entry]) {
      if (id === undefined || !this.#isHere(id)) continue
      const slot = this.#freeSlot(id)
      if (slot !== undefined) return { node_id: id, slot }
      if (id === selected) {
        this.#remarks.push(`All outputs of ${this.#shown(id)} lead somewhere already, so the new nodes aren’t connected to it.`)
        return undefined
      }
    }
    return undefined
  }
}

const SETS: readonly (readonly [Exclude<Kind, 'node'>, keyof ArrowResources])[] = [
  ['character', 'characters'],
  ['variable', 'variables'],
  ['scene', 'scenes']
]
const isSameName = (name: string, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase() || name.toLowerCase() === safeName(wanted).toLowerCase()

/** What a node shows. */
const textsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  ['title', 'content', 'monolog', 'label', 'plaque', 'prompt', 'lines', 'actions'].flatMap((member) => {
    const value = data[member]
    return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((text): text is string => typeof text === 'string' && text !== '')
  })

/** The type that a value looks like; a number without one. */
const typeOf = (value: string | undefined): 'num' | 'str' | 'bool' =>
  value === undefined || /^-?\d+$/.test(value) ? 'num' : /^(?:true|false|yes|no)$/i.test(value) ? 'bool' : 'str'
const valueOf = (type: 'num' | 'str' | 'bool', value: string): string | number | boolean =>
  type === 'num' ? (/^-?\d+$/.test(value) ? Number(value) : value) : type === 'bool' ? /^(?:true|yes)$/i.test(value) : value
