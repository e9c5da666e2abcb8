import {
  type ArrowCall,
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type CallContext,
  currentScene,
  dataOf,
  describeNode,
  freeInput,
  idByName,
  type NodeType,
  safeName
} from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import { planned } from '../planned'
import { findNode, findOutput, freeSlot, isSameName, isSameText, leadsTo, optionsOf, Question, quoted, shown, type Where } from './find'
import { isNodeStep, sentence, type Kind, type NodeStep, type Step } from './grammar'

/** The plan for steps: calls, their description, and the remaining steps; or a question, if the steps aren't clear. */
export type StepPlan =
  | {
      readonly calls: readonly ArrowCall[]
      readonly words: readonly string[]
      readonly remarks: readonly string[]
      readonly rest: readonly Step[]
      /** The rest continues in the new scene. */
      readonly inNewScene?: true
    }
  | { readonly question: string }

type Data = Readonly<Record<string, unknown>>

/** Thrown for a step about something that this request has to create first. */
class Later extends Error {}

/**
 * Plans steps on a document. New nodes follow each other; the first one follows the selected node, or the one created last, or the entry of a scene
 * without other nodes. A plan ends at a new scene, and at a step about something that it creates: the `rest` continues from there. With `isResumed`,
 * new nodes follow the one created last, whatever is selected.
 */
export function planSteps(steps: readonly Step[], document: ArrowDocument, context: CallContext, isResumed = false): StepPlan {
  const planner = new Planner(document, context, isResumed)
  const plan = (done: number): Exclude<StepPlan, { question: string }> => ({
    calls: planner.calls,
    words: planner.words,
    remarks: planner.remarks,
    rest: steps.slice(done)
  })
  for (const [i, step] of steps.entries()) {
    try {
      planner.add(step)
    } catch (thrown) {
      if (thrown instanceof Later) return plan(i)
      if (thrown instanceof Question) return { question: thrown.message }
      throw thrown
    }
    if (step.do === 'scene' && i < steps.length - 1) return { ...plan(i + 1), inNewScene: true }
  }
  return plan(steps.length)
}

/** An output in the form of calls. */
interface From {
  readonly node_id: string | ArrowId
  readonly slot: number
}

/** What has a name besides nodes, with the set of a document that holds it. */
const NAMED = [
  ['character', 'characters'],
  ['variable', 'variables'],
  ['scene', 'scenes']
] as const

/** The members with a node's text; those of a dialog and a choice are lists. */
const TEXTS: Readonly<Record<string, string>> = {
  content: 'content',
  monolog: 'monolog',
  marker: 'label',
  frame: 'label',
  entry: 'plaque',
  user_input: 'prompt',
  dialog: 'lines',
  interaction: 'actions'
}

class Planner {
  readonly calls: ArrowCall[] = []
  readonly words: string[] = []
  readonly remarks: string[] = []
  readonly #document: ArrowDocument
  #now: ArrowDocument
  #context: CallContext
  /** Why new nodes follow nothing, where that needs a word. */
  #unconnected: readonly string[] = []
  /** Where the next node follows on; undefined for nowhere. */
  #from: From | undefined

  constructor(document: ArrowDocument, start: CallContext, isResumed: boolean) {
    this.#document = document
    this.#now = document
    this.#context = start
    const selected = start.selected?.at(-1)
    const entry = findNode(this.#where, 'entry')
    const here = document.resources.scenes.get(currentScene(this.#where))?.map
    for (const id of isResumed ? [start.lastCreated, selected, entry] : [selected, start.lastCreated, entry]) {
      if (id === undefined || !here?.has(id)) continue
      const slot = freeSlot(document, id)
      if (slot !== undefined) this.#from = { node_id: id, slot }
      else if (id === selected)
        this.#unconnected = [`All outputs of ${this.#shown(id)} lead somewhere already, so the new nodes aren’t connected to it.`]
      if (this.#from || id === selected) break
    }
  }

  add(step: Step): void {
    if (isNodeStep(step)) return this.#addNode(step)
    switch (step.do) {
      case 'after':
        return this.#after(step.what)
      case 'connect':
        return this.#connect(step)
      case 'disconnect':
        return this.#disconnect(step.from, step.to)
      case 'delete': {
        const [kind, reference] = this.#named(step.what, step.kind)
        this.#run(`delete_${kind}`, { [`${kind}_id`]: reference }, `delete the ${kind} ${quoted(step.what)}`)
        if (kind === 'node') this.#from = undefined
        return undefined
      }
      case 'rename': {
        const [kind, reference] = this.#named(step.what, step.kind)
        const words = `rename the ${kind} ${quoted(step.what)} to ${quoted(step.to)}`
        return this.#run(`update_${kind}`, { [`${kind}_id`]: reference, name: step.to }, words)
      }
      case 'text':
        return this.#reword(step.what, step.to)
      case 'entry': {
        const node = this.#nodeNamed(step.what)
        const name = step.of === 'scene' ? 'set_scene_entry' : 'set_project_entry'
        return this.#run(name, { node_id: node }, `make ${this.#shown(node)} the entry of the ${step.of}`)
      }
      case 'character':
        return this.#run('create_character', { name: step.name }, `create the character ${quoted(safeName(step.name))}`)
      case 'variable': {
        const { value, type = typeOf(value) } = step
        const initial = value === undefined ? {} : { initial_value: type === 'bool' ? /^(?:true|yes)$/i.test(value) : value }
        return this.#run('create_variable', { name: step.name, type, ...initial }, `create the variable ${quoted(safeName(step.name))}`)
      }
      case 'scene':
        this.#run('create_scene', { name: step.name, is_macro: step.macro }, `create the ${step.macro ? 'macro' : 'scene'} ${quoted(step.name)}`)
        this.#from = undefined
    }
  }

  #addNode(step: NodeStep): void {
    switch (step.do) {
      case 'speech':
        return this.#speech(step)
      case 'content': {
        const { text, title } = step
        return this.#node(
          'content',
          { content: text, ...(title !== undefined && { title }) },
          `add a content node with ${quoted(text || (title ?? ''))}`
        )
      }
      case 'choice': {
        const [first = '', ...others] = step.options
        this.#node('interaction', { actions: step.options }, `add a choice between ${listed(step.options.map(quoted))}`)
        if (others.length > 0) this.remarks.push(`What follows goes on after ${quoted(first)}; connect the other options yourself.`)
        return undefined
      }
      case 'condition': {
        const { variable, operator, value } = step
        const data = { variable: this.#variable(variable), operator, compare_to: this.#operand(value) }
        this.#node('condition', data, `add a condition on ${quoted(variable)}`)
        this.remarks.push('What follows goes on where the condition is true.')
        return undefined
      }
      case 'update': {
        const { variable, operation, value } = step
        const data = { variable: this.#variable(variable), operation, value: this.#operand(value) }
        return this.#node('variable_update', data, `add a change of ${quoted(variable)}`)
      }
      case 'jump':
        return this.#jump(step.to)
      case 'node': {
        const { type, label } = step
        const article = type === 'entry' ? 'an' : 'a'
        return this.#node(type, label === '' ? {} : { label }, `add ${article} ${type}${label === '' ? '' : ` ${quoted(label)}`}`)
      }
    }
  }

  /** Runs a call on the draft of the document. A refusal by our functions becomes a question. */
  #run(name: string, input: Data, words: string): void {
    const call: ArrowCall = { function: name, arguments: input }
    const { result, document, context } = planned(this.#now, [call], this.#context)
    if (!result.success) throw new Question(result.error)
    this.remarks.push(...(result.notes ?? []))
    this.calls.push(call)
    if (this.words.at(-1) !== words) this.words.push(words)
    this.#now = document
    this.#context = context
  }

  /** Adds a node after the previous one. Nothing leads to an entry or a frame, and a jump or a frame leads to nothing. */
  #node(type: NodeType, data: Data, words: string): void {
    const from = type === 'entry' || type === 'frame' ? undefined : this.#from
    if (!from && type !== 'entry' && type !== 'frame') this.remarks.push(...this.#unconnected)
    const scene = this.#context.scene === undefined ? {} : { scene_id: this.#context.scene }
    const position = from ? 'right_of_previous' : 'auto'
    this.#run('create_node', { type, ...scene, position, data, ...(from && { connect_from: from }) }, words)
    if (type !== 'frame') this.#from = type === 'jump' ? undefined : { node_id: 'last_created', slot: 0 }
  }

  /** Each line is a separate node, because Arrow would choose one line of a dialog at random. */
  #speech({ type, who, lines, about }: Extract<NodeStep, { do: 'speech' }>): void {
    const speaker = this.#speaker(who, about)
    if (speaker !== undefined && idByName(this.#now.resources, 'characters', speaker) === undefined)
      this.#run('create_character', { name: speaker }, `create the character ${quoted(speaker)}`)
    const offersHelp = /\boffers?\s+(?:to\s+)?help\b/i.test(about)
    if (lines.length === 0 && !offersHelp) this.remarks.push('I took your words as the line; change it to what is said.')
    for (const line of lines.length > 0 ? lines : [offersHelp ? 'I can help you, if you like.' : sentence(about)]) {
      const character = speaker === undefined ? {} : { character: speaker }
      const data = type === 'dialog' ? { ...character, lines: [line] } : { ...character, text: line }
      this.#node(type, data, `add a ${type}${speaker === undefined ? '' : ` of ${quoted(speaker)}`} with ${quoted(line)}`)
    }
  }

  /** The character in a text: an existing one, or else a name. */
  #speaker(who: string | undefined, about: string): string | undefined {
    const names = [...this.#now.resources.characters.values()].map(({ name }) => name)
    const known = names.find((name) => who !== undefined && isSameName(name, who))
    const [mentioned] = names.filter((name) => mentions(about, name)).sort((a, b) => b.length - a.length)
    return known ?? mentioned ?? (who === undefined ? undefined : safeName(who))
  }

  /** A jump to a node, or to a marker or a scene by its name. */
  #jump(to: string): void {
    const { nodes, scenes } = this.#now.resources
    const isNamed = ({ type, data: { label } }: ArrowNode): boolean => type === 'marker' && typeof label === 'string' && isSameName(label, to)
    const [marker] = [...nodes].find(([, node]) => isNamed(node)) ?? []
    const node = marker ?? findNode(this.#where, to)
    const scene = node === undefined ? [...scenes.values()].find(({ name }) => isSameName(name, to)) : undefined
    if (node !== undefined) this.#node('jump', { target: this.#known(node) }, `add a jump to ${shown(this.#now, node)}`)
    else if (scene) this.#node('jump', { target: { type: 'scene', id: { by_name: scene.name } } }, `add a jump to the scene ${quoted(scene.name)}`)
    else throw new Question(`There is no node, marker or scene ${quoted(to)} to jump to. Give its number or its name.`)
  }

  /** The name of an existing variable. */
  #variable(name: string): string {
    if (idByName(this.#now.resources, 'variables', safeName(name)) !== undefined) return safeName(name)
    throw new Question(
      `There is no variable ${quoted(name)}. Shall I create it? Say “create a number ${safeName(name)}” first, or a text, or a flag.`
    )
  }

  #operand(value: string): Data {
    const isVariable = idByName(this.#now.resources, 'variables', safeName(value)) !== undefined
    return isVariable
      ? { type: 'variable', value: safeName(value) }
      : { type: 'value', value: value.replace(/^yes$/i, 'true').replace(/^no$/i, 'false') }
  }

  /** The next node follows an option, a branch of a condition, or a node. */
  #after(what: string): void {
    const output = findOutput(this.#where, what)
    const node = output?.node ?? findNode(this.#where, what)
    if (node === undefined) throw new Question(`There is no option and no node ${quoted(what)}. What is it to follow?`)
    const slot = output?.slot ?? freeSlot(this.#now, node)
    if (slot === undefined) throw new Question(`All outputs of ${shown(this.#now, node)} lead somewhere already. Disconnect one first.`)
    const successor = leadsTo(this.#now, { node, slot })
    if (successor !== undefined)
      throw new Question(`${quoted(what)} leads to ${shown(this.#now, successor)} already. Disconnect them first, or say after what it follows.`)
    this.#from = { node_id: this.#known(node), slot }
  }

  #connect({ from, to, output }: Extract<Step, { do: 'connect' }>): void {
    const option = output === undefined ? findOutput(this.#where, from) : undefined
    const node = option ? this.#known(option.node) : this.#nodeNamed(from)
    const slot = option?.slot ?? (output === undefined ? (freeSlot(this.#now, this.#idOf(node)) ?? 0) : this.#slotNamed(node, output))
    const successor = leadsTo(this.#now, { node: this.#idOf(node), slot })
    const target = typeof to === 'string' ? this.#nodeNamed(to) : undefined
    if (successor !== undefined && (target === undefined || successor !== this.#idOf(target)))
      this.remarks.push(`${this.#shown(node)} led to ${shown(this.#now, successor)} before.`)
    if (typeof to !== 'string') {
      this.#from = { node_id: node, slot }
      return this.add(to)
    }
    const input = freeInput(this.#now, this.#idOf(target ?? -1))
    const connection = { from_node_id: node, to_node_id: target, from_slot: slot, ...(input > 0 && { to_slot: input }) }
    this.#run('create_connection', connection, `connect ${this.#shown(node)} to ${this.#shown(target ?? -1)}`)
  }

  /** The number of a node's output: by “true”, “output 2” or the text beside it. */
  #slotNamed(node: string | ArrowId, output: string): number {
    const numbered = /^output\s+(\d+)$/i.exec(output)
    if (numbered) return Number(numbered[1])
    if (/^(?:true|false)$/i.test(output)) return /^true$/i.test(output) ? 0 : 1
    const at = optionsOf(this.#now.resources.nodes.get(this.#idOf(node))).findIndex((text) => text.toLowerCase() === output.toLowerCase())
    if (at < 0) throw new Question(`${this.#shown(node)} has no output ${quoted(output)}. Which one do you mean?`)
    return at
  }

  #disconnect(from: string, to: string): void {
    const [a, b] = [this.#nodeNamed(from), this.#nodeNamed(to)]
    const connection = describeNode(this.#now, this.#idOf(a))?.connections.find(({ to_node_id }) => to_node_id === this.#idOf(b))
    if (!connection) throw new Question(`${this.#shown(a)} isn’t connected to ${this.#shown(b)}. Which connection do you mean?`)
    const input = { from_node_id: a, to_node_id: b, from_slot: connection.from_slot, to_slot: connection.to_slot }
    this.#run('delete_connection', input, `disconnect ${this.#shown(a)} from ${this.#shown(b)}`)
  }

  /** Gives a node another text; of several lines or options, the one with these words. */
  #reword(what: string, to: string): void {
    const node = this.#nodeNamed(what)
    const existing = this.#now.resources.nodes.get(this.#idOf(node))
    const member = existing && TEXTS[existing.type]
    const options = optionsOf(existing)
    const isList = existing && member !== undefined && Array.isArray(dataOf(existing, member))
    const at = options.length === 1 ? 0 : options.findIndex((text) => isSameText(text, what))
    if (member === undefined || (isList && at < 0))
      throw new Question(`Which text of ${this.#shown(node)} do you mean? Give its words, as in “change "Yes" to "Gladly"”.`)
    const data = { [member]: isList ? options.with(at, to) : to }
    this.#run('update_node', { node_id: node, data }, `change ${quoted(what)} to ${quoted(to)}`)
  }

  /** The resource with a name: of the given kind, or of the first kind that has it. */
  #named(what: string, kind: Kind | undefined): [Kind, string | ArrowId] {
    if (kind === undefined || kind === 'node') {
      const node = findNode(this.#where, what)
      if (node !== undefined) return ['node', this.#known(node)]
    }
    for (const [one, set] of NAMED) {
      if (kind !== undefined && kind !== one) continue
      const name = [...this.#now.resources[set].values()].map((resource) => resource.name).find((here) => isSameName(here, what))
      if (name !== undefined) return [one, name]
    }
    throw new Question(`There is no ${kind ?? 'node, character, variable or scene'} ${quoted(what)}. Which one do you mean?`)
  }

  #nodeNamed(what: string): string | ArrowId {
    const node = findNode(this.#where, what)
    if (node === undefined) throw new Question(`There is no node ${quoted(what)}. Select it, or give its number or its name.`)
    return this.#known(node)
  }

  /** A node in the form of calls. A node that this request creates has no id yet that the editor knows: steps about it wait until it has one. */
  #known(id: ArrowId): string | ArrowId {
    if (this.#document.resources.nodes.has(id)) return id
    if (id === this.#context.lastCreated) return 'last_created'
    throw new Later()
  }
  get #where(): Where {
    return { document: this.#now, context: this.#context }
  }
  #idOf(node: string | ArrowId): ArrowId {
    return typeof node === 'number' ? node : (this.#context.lastCreated ?? -1)
  }
  #shown(node: string | ArrowId): string {
    return shown(this.#now, this.#idOf(node))
  }
}

/** Whether a text contains a name as whole words that refer to that character: "Tobit's aunt" is another character than "Tobit". */
function mentions(text: string, name: string): boolean {
  const words = name.toLowerCase().replaceAll('_', ' ').trim()
  const escaped = words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return words !== '' && new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d]|[’']s\\s)`, 'u').test(text.toLowerCase())
}

/** The type that a value looks like; a number without one. */
const typeOf = (value: string | undefined): 'num' | 'str' | 'bool' =>
  value === undefined || /^-?\d+$/.test(value) ? 'num' : /^(?:true|false|yes|no)$/i.test(value) ? 'bool' : 'str'
