import {
  type ArrowCall,
  type ArrowDocument,
  type ArrowId,
  type CallContext,
  currentScene,
  describeNode,
  freeInput,
  idByName,
  type NodeType
} from '../../../arrow'
import { planned } from '../planned'
import {
  findNode,
  findOutput,
  freeSlot,
  incoming,
  isSameName,
  isSameText,
  leadsTo,
  optionsOf,
  outputNamed,
  ClarifyingQuestion,
  quoted,
  shown,
  slotNamed,
  speakerOf,
  type LookupScope
} from './find'
import { openingLine, sentence } from './lines'
import { creationOf, planNode } from './node-plan'
import { optionRemoval, reworded, withOption } from './reword'
import { isNodeStep, NAMED, type ResourceKind, type NodeStep, type SpeechStep, type RequestStep } from './steps'

const call = (name: string, input: Readonly<Record<string, unknown>>): ArrowCall => ({ function: name, arguments: input })

/** Thrown for a step about something that this request has to create first. */
export class Later extends Error {}

/** An output in the form of calls. */
interface From {
  readonly node_id: string | ArrowId
  readonly slot: number
}

/** Plans one step after the other on a draft of the document. */
export class Planner {
  readonly #calls: ArrowCall[] = []
  readonly #words: string[] = []
  readonly #remarks: string[] = []
  #now: ArrowDocument
  #context: CallContext
  /** Why new nodes follow nothing, where that needs a word. */
  #unconnected: readonly string[] = []
  /** Where the next node follows on; undefined for nowhere. */
  #from: From | undefined
  /** An output that new nodes follow, and what it led to before. */
  #rejoin: { readonly from: From; readonly to: string | ArrowId } | undefined

  constructor(
    private readonly document: ArrowDocument,
    private readonly start: CallContext,
    /** Whether the request is being continued: then new nodes follow the one created last, whatever is selected. */
    private readonly isResumed: boolean
  ) {
    this.#now = document
    this.#context = start
    this.#from = this.#startingPoint()
  }

  get plan(): { calls: readonly ArrowCall[]; words: readonly string[]; remarks: readonly string[] } {
    return { calls: this.#calls, words: this.#words, remarks: this.#remarks }
  }

  add(step: RequestStep): void {
    if (isNodeStep(step)) return this.#addNode(step)
    switch (step.do) {
      case 'after':
        return this.#after(step.what)
      case 'follow':
        this.#after(step.what)
        return this.add(step.node)
      case 'before':
        return this.#before(step.what, step.node)
      case 'end':
        return this.#end(step.what)
      case 'between':
        return this.#between(step)
      case 'connect':
        return this.#connect(step)
      case 'disconnect':
        return this.#disconnect(step.from, step.to)
      case 'delete':
        return this.#remove(step.what, step.kind)
      case 'rename':
        return this.#rename(step.what, step.to, step.kind)
      case 'playable':
        return this.#run(
          call('update_node', { node_id: this.#nodeNamed(step.what), data: { playable: step.isOn } }),
          step.isOn ? `let the reader choose a line of ${quoted(step.what)}` : `let chance choose a line of ${quoted(step.what)}`
        )
      case 'entry': {
        const node = this.#nodeNamed(step.what)
        const name = step.of === 'scene' ? 'set_scene_entry' : 'set_project_entry'
        return this.#run(call(name, { node_id: node }), `make ${this.#shown(node)} the entry of the ${step.of}`)
      }
      case 'text':
        return this.#reword(step.what, step.to)
      case 'option': {
        const node = this.#nodeNamed(step.what)
        const existing = this.#now.resources.nodes.get(this.#idOf(node))
        const data = existing && withOption(existing, step.text)
        if (!data) throw new ClarifyingQuestion(`${this.#shown(node)} has no options and no lines. Name a choice or a dialog.`)
        return this.#run(call('update_node', { node_id: node, data }), `add ${quoted(step.text)} to ${this.#shown(node)}`)
      }
      case 'less':
        return this.#removeOption(step.option, step.of)
      case 'skip': {
        const node = this.#nodeNamed(step.what)
        return this.#run(
          call('update_node_map', { node_id: node, modifications: { skip: step.isOn } }),
          `${step.isOn ? 'skip' : 'no longer skip'} ${this.#shown(node)}`
        )
      }
      case 'color':
        return this.#color(step)
      case 'character':
      case 'variable':
      case 'scene': {
        const { name, input, words } = creationOf(step)
        this.#run(call(name, input), words)
        if (step.do === 'scene') this.#from = undefined
      }
    }
  }

  #addNode(step: NodeStep): void {
    if (step.do === 'dialog' || step.do === 'monolog') return this.#speech(step)
    const { type, data, words, remark } = planNode(step, this.#where, (id) => this.#known(id))
    this.#node(type, data, words)
    if (remark !== undefined) this.#remarks.push(remark)
  }

  /** Runs a call on the draft of the document. A refusal by our functions becomes a question. */
  #run(one: ArrowCall, words: string): void {
    const ran = planned(this.#now, [one], this.#context)
    if (!ran.result.success) throw new ClarifyingQuestion(ran.result.error)
    this.#remarks.push(...(ran.result.notes ?? []))
    this.#calls.push(one)
    if (this.#words.at(-1) !== words) this.#words.push(words)
    this.#now = ran.document
    this.#context = ran.context
  }

  /** Adds a node after the previous one. Nothing leads to an entry or a frame, and a jump or a frame leads to nothing. */
  #node(type: NodeType, data: Readonly<Record<string, unknown>>, words: string): void {
    const from = type === 'entry' || type === 'frame' ? undefined : this.#from
    if (!from && type !== 'entry' && type !== 'frame') this.#remarks.push(...this.#unconnected)
    const scene = this.#context.scene === undefined ? {} : { scene_id: this.#context.scene }
    const position = from ? 'right_of_previous' : 'auto'
    this.#run(call('create_node', { type, ...scene, position, data, ...(from && { connect_from: from }) }), words)
    if (type !== 'frame') this.#from = type === 'jump' ? undefined : { node_id: 'last_created', slot: 0 }
  }

  /** Each line is a separate node, because Arrow would choose one line of a dialog at random. */
  #speech({ do: type, who, lines, about }: SpeechStep): void {
    const speaker = speakerOf(this.#now, who, about)
    if (speaker !== undefined && idByName(this.#now.resources, 'characters', speaker) === undefined)
      this.#run(call('create_character', { name: speaker }), `create the character ${quoted(speaker)}`)
    const opening = lines.length > 0 ? undefined : openingLine(about)
    if (lines.length === 0 && opening === undefined) this.#remarks.push('I took your words as the line; change it to what is said.')
    for (const line of lines.length > 0 ? lines : [opening ?? sentence(about)]) {
      const character = speaker === undefined ? {} : { character: speaker }
      const data = type === 'dialog' ? { ...character, lines: [line] } : { ...character, text: line }
      this.#node(type, data, `add a ${type}${speaker === undefined ? '' : ` of ${quoted(speaker)}`} with ${quoted(line)}`)
    }
  }

  /** The next nodes follow an option, a branch of a condition, or a node. What that leads to follows the last of them. */
  #after(what: string): void {
    this.rejoin()
    const { node, slot } = outputNamed(this.#where, what)
    const successor = leadsTo(this.#now, { node, slot })
    this.#from = { node_id: this.#known(node), slot }
    if (successor !== undefined) this.#rejoin = { from: this.#from, to: this.#known(successor) }
  }

  /** Connects the last of the nodes that were inserted after something with what followed it before. */
  rejoin(): void {
    const { from, to } = this.#rejoin ?? {}
    this.#rejoin = undefined
    if (!from || to === undefined || from === this.#from) return
    if (this.#from) this.#lead(this.#from, to)
    else this.#remarks.push(`${this.#shown(from.node_id)} led to ${this.#shown(to)} before.`)
  }

  #before(what: string, step: NodeStep): void {
    const target = this.#nodeNamed(what)
    const [first, ...others] = incoming(this.#now, this.#idOf(target)).map(({ node, slot }) => ({ node_id: this.#known(node), slot }))
    this.#from = first
    this.add(step)
    for (const one of others) this.#lead(one, 'last_created')
    if (!this.#from) throw new ClarifyingQuestion(`Nothing leads on from a jump or a frame. Add something else before ${this.#shown(target)}.`)
    this.#lead(this.#from, target)
  }

  #end(what: string): void {
    const node =
      findOutput(this.#where, what) ?? this.#outputs(what, [what], undefined).map(({ node_id, slot }) => ({ node: this.#idOf(node_id), slot }))[0]
    const outputs = describeNode(this.#now, node?.node ?? -1)?.connections.filter(
      ({ from_slot }) => findOutput(this.#where, what) === undefined || from_slot === node?.slot
    )
    if (!node || !outputs || outputs.length === 0)
      throw new ClarifyingQuestion(`Nothing follows ${quoted(what)}, so the story ends there already. What shall I change?`)
    for (const { to_node_id, from_slot, to_slot } of outputs)
      this.#run(
        call('delete_connection', { from_node_id: this.#known(node.node), to_node_id: this.#known(to_node_id), from_slot, to_slot }),
        `disconnect ${shown(this.#now, node.node)} from ${shown(this.#now, to_node_id)}`
      )
  }

  #connect({ from, each, to, output }: Extract<RequestStep, { do: 'connect' }>): void {
    const all = this.#outputs(from, each, output)
    if (typeof to !== 'string') {
      // Before the editor has assigned ids, calls can refer only to the node created last.
      if (all.slice(1).some(({ node_id }) => typeof node_id === 'string')) throw new Later()
      const inputs = to.do === 'node' && to.type === 'hub' && all.length > 2 ? { data: { ...to.data, slots: all.length } } : {}
      this.#follow(all[0])
      this.add({ ...to, ...inputs })
    }
    const target = typeof to === 'string' ? this.#nodeNamed(to) : 'last_created'
    for (const output of typeof to === 'string' ? all : all.slice(1)) this.#lead(output, target)
  }

  /** The outputs with a name, or with each name of a list if none has the whole name. */
  #outputs(from: string, each: readonly string[], output: string | undefined): From[] {
    const isOne = each.length < 2 || output !== undefined || (findOutput(this.#where, from) ?? findNode(this.#where, from)) !== undefined
    return (isOne ? [from] : each).map((name) => {
      const option = output === undefined ? findOutput(this.#where, name) : undefined
      const node = option ? this.#known(option.node) : this.#nodeNamed(name)
      return {
        node_id: node,
        slot: option?.slot ?? (output === undefined ? (freeSlot(this.#now, this.#idOf(node)) ?? 0) : slotNamed(this.#now, this.#idOf(node), output))
      }
    })
  }

  /** The next node follows an output, which loses its previous connection. */
  #follow(from: From | undefined): void {
    const successor = from && leadsTo(this.#now, { node: this.#idOf(from.node_id), slot: from.slot })
    if (from && successor !== undefined) this.#remarks.push(`${this.#shown(from.node_id)} led to ${shown(this.#now, successor)} before.`)
    this.#from = from
  }

  #lead({ node_id, slot }: From, to: string | ArrowId): void {
    const input = freeInput(this.#now, this.#idOf(to))
    const successor = leadsTo(this.#now, { node: this.#idOf(node_id), slot })
    if (successor !== undefined && successor !== this.#idOf(to))
      this.#remarks.push(`${this.#shown(node_id)} led to ${shown(this.#now, successor)} before.`)
    const connection = { from_node_id: node_id, to_node_id: to, from_slot: slot, ...(input > 0 && { to_slot: input }) }
    this.#run(call('create_connection', connection), `connect ${this.#shown(node_id)} to ${this.#shown(to)}`)
  }

  #between({ from, to, node }: Extract<RequestStep, { do: 'between' }>): void {
    const [a, b] = [this.#nodeNamed(from), this.#nodeNamed(to)]
    if (typeof a === 'string' || typeof b === 'string') throw new Later()
    this.#from = { node_id: a, slot: this.#connection(a, b).from_slot }
    this.add(node)
    if (!this.#from)
      throw new ClarifyingQuestion(`Nothing leads on from a jump or a frame. Add something else between ${this.#shown(a)} and ${this.#shown(b)}.`)
    this.#lead(this.#from, b)
  }

  #connection(a: string | ArrowId, b: string | ArrowId): { from_slot: number; to_slot: number } {
    const connection = describeNode(this.#now, this.#idOf(a))?.connections.find(({ to_node_id }) => to_node_id === this.#idOf(b))
    if (!connection) throw new ClarifyingQuestion(`${this.#shown(a)} isn’t connected to ${this.#shown(b)}. Which connection do you mean?`)
    return connection
  }

  #disconnect(from: string, to: string): void {
    const [a, b] = [this.#nodeNamed(from), this.#nodeNamed(to)]
    const { from_slot, to_slot } = this.#connection(a, b)
    const input = { from_node_id: a, to_node_id: b, from_slot, to_slot }
    this.#run(call('delete_connection', input), `disconnect ${this.#shown(a)} from ${this.#shown(b)}`)
  }

  /** Removes a resource. What led to a node leads to what followed it, if that is one node. */
  #remove(what: string, kind: ResourceKind | undefined): void {
    const [kindOf, reference] = this.#named(what, kind)
    const id = this.#idOf(reference)
    const [before, after] = kindOf === 'node' ? [incoming(this.#now, id), describeNode(this.#now, id)?.connections ?? []] : [[], []]
    const followers = [...new Set(after.map(({ to_node_id }) => to_node_id))].filter((one) => one !== id)
    this.#run(call(`delete_${kindOf}`, { [`${kindOf}_id`]: reference }), `delete the ${kindOf} ${quoted(what)}`)
    if (kindOf !== 'node') return
    this.#from = undefined
    const [follower] = followers
    if (follower !== undefined && followers.length === 1)
      for (const { node, slot } of before) if (node !== id) this.#lead({ node_id: this.#known(node), slot }, this.#known(follower))
  }

  #reword(what: string, to: string): void {
    const node = this.#nodeNamed(what)
    const existing = this.#now.resources.nodes.get(this.#idOf(node))
    const data = existing && reworded(existing, what, to)
    if (!data) throw new ClarifyingQuestion(`Which text of ${this.#shown(node)} do you mean? Give its words, as in “change "Yes" to "Gladly"”.`)
    this.#run(call('update_node', { node_id: node, data }), `change ${quoted(what)} to ${quoted(to)}`)
  }

  /** The options after the one that goes keep what they lead to, although their outputs have other numbers then. */
  #removeOption(option: string, of: string | undefined): void {
    const node = of === undefined ? findOutput(this.#where, option)?.node : this.#idOf(this.#nodeNamed(of))
    const there = node === undefined ? undefined : this.#now.resources.nodes.get(node)
    const options = optionsOf(there)
    const at = options.findIndex((text) => isSameText(text, option))
    if (node === undefined || !there || at < 0)
      throw new ClarifyingQuestion(
        `${node === undefined ? 'There is' : `The ${there?.type ?? 'node'} has`} no option ${quoted(option)}. Give its words, as in “remove the option "Refuse"”.`
      )
    if (options.length === 1) throw new ClarifyingQuestion(`${this.#shown(node)} keeps at least one option. Delete the node instead.`)
    const words = `remove the option ${quoted(option)} of ${this.#shown(node)}`
    for (const one of optionRemoval(this.#now, node, at, (id) => this.#known(id))) this.#run(one, words)
  }

  #color({ what, color, word }: Extract<RequestStep, { do: 'color' }>): void {
    const [kind, reference] = this.#named(what, undefined)
    const type = kind === 'node' ? this.#now.resources.nodes.get(this.#idOf(reference))?.type : kind
    if (type !== 'frame' && type !== 'marker' && type !== 'character')
      throw new ClarifyingQuestion('Only frames, markers and characters have a colour. Name one of them.')
    const input = type === 'character' ? { character_id: reference, color } : { node_id: reference, data: { color } }
    this.#run(call(`update_${kind}`, input), `give ${quoted(what)} the colour ${word.toLowerCase()}`)
  }

  #rename(what: string, to: string, kind: ResourceKind | undefined): void {
    const [kindOf, reference] = this.#named(what, kind)
    this.#run(call(`update_${kindOf}`, { [`${kindOf}_id`]: reference, name: to }), `rename the ${kindOf} ${quoted(what)} to ${quoted(to)}`)
  }

  /** The resource with a name: of the given kind, or of the first kind that has it. */
  #named(what: string, kind: ResourceKind | undefined): [ResourceKind, string | ArrowId] {
    if (kind === undefined || kind === 'node') {
      const node = this.#findNode(what)
      if (node !== undefined) return ['node', node]
    }
    for (const [one, set] of NAMED) {
      if (kind !== undefined && kind !== one) continue
      const name = [...this.#now.resources[set].values()].map((resource) => resource.name).find((here) => isSameName(here, what))
      if (name !== undefined) return [one, name]
    }
    throw new ClarifyingQuestion(`There is no ${kind ?? 'node, character, variable or scene'} ${quoted(what)}. Which one do you mean?`)
  }

  #nodeNamed(what: string): string | ArrowId {
    const node = this.#findNode(what)
    if (node === undefined) throw new ClarifyingQuestion(`There is no node ${quoted(what)}. Select it, or give its number or its name.`)
    return node
  }

  /** A node in the form of calls. A node that this request creates has no id yet that the editor knows: steps about it wait until it has one. */
  #findNode(what: string): string | ArrowId | undefined {
    const id = findNode(this.#where, what)
    return id === undefined ? undefined : this.#known(id)
  }
  #known(id: ArrowId): string | ArrowId {
    if (this.document.resources.nodes.has(id)) return id
    if (id === this.#context.lastCreated) return 'last_created'
    throw new Later()
  }
  get #where(): LookupScope {
    return { document: this.#now, context: this.#context }
  }

  #idOf(node: string | ArrowId): ArrowId {
    return typeof node === 'number' ? node : (this.#context.lastCreated ?? -1)
  }
  #shown(node: string | ArrowId): string {
    return shown(this.#now, this.#idOf(node))
  }

  /** Whether a node lies in the open scene. */
  #isHere(id: ArrowId): boolean {
    const scene = this.#now.resources.scenes.get(currentScene({ document: this.#now, context: this.#context }))
    return scene?.map.has(id) ?? false
  }

  #startingPoint(): { node_id: ArrowId; slot: number } | undefined {
    const selected = this.start.selected?.at(-1)
    const entry = findNode(this.#where, 'entry')
    for (const id of this.isResumed ? [this.start.lastCreated, selected, entry] : [selected, this.start.lastCreated, entry]) {
      if (id === undefined || !this.#isHere(id)) continue
      const slot = freeSlot(this.#now, id)
      if (slot !== undefined) return { node_id: id, slot }
      if (id === selected) {
        this.#unconnected = [`All outputs of ${this.#shown(id)} lead somewhere already, so the new nodes aren’t connected to it.`]
        return undefined
      }
    }
    return undefined
  }
}
