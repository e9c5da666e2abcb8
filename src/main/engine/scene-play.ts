import {
  act,
  type ArrowDocument,
  type OpenNode,
  parseMarkup,
  pendingNodes,
  picturesOf,
  plainMarkup,
  type PlayState,
  type PlayStep,
  type ShownNode,
  startPlay
} from '../../arrow'
import { type Resumed, resumePlay } from '../../arrow/schemas'
import { equal, own } from '../../shared/base/json'
import { pathFrom } from '../../shared/base/paths'
import { describedBy } from '../../shared/words/alt-text'
import type { StoryEvent } from '../../shared/story/lore'
import { Problem } from '../../shared/base/problem'
import type { Actor, GameState, ScenePlay, WaitingNode } from '../../shared/story/state'
import { chanceStream, diceBeat } from './dice'
import { isText, playOf } from './documents'
import type { Write } from './outcome'
import { MAX_TEXT, storable } from './params'
import { DM, nameOf } from './people'
import { castOf, tagsOf, valuesOf, type SceneCast } from './scene-cast'
import type { Scribe } from './scribe'
import { asksOf, type SceneAction } from './waiting'
import type { LogEntry } from '../../shared/story/play'

/** The maximum number of nodes that one step plays without a pause. A document that needs more is probably an endless loop. */
const MAX_NODES_PER_STEP = 1000

/** The maximum size of the waiting nodes as JSON, in characters, and the maximum length of all texts that a step writes as facts and tags. */
const MAX_WAITING_CHARS = 100_000
const MAX_WRITTEN_CHARS = 10_000

/** The result of a step: the state after it, its log entries, and the problems of the document that didn't stop it. */
export interface SceneStep {
  state: GameState
  writes: Write[]
  /** The sentence for the commit's subject and the tool's answer. */
  summary: string
  problems: string[]
}

/**
 * Plays one step of an event's document. It begins the document, or applies the action at a waiting node; without an action it only continues an
 * interrupted play. A document that can't be played is recorded as broken, and the story continues without it. Throws Problem `bad-input` for an
 * answer that the node doesn't take; then nothing has changed.
 */
export function stepScene(state: GameState, event: StoryEvent, read: () => ArrowDocument, acted: SceneAction | undefined, scribe: Scribe): SceneStep {
  const before = playOf(state, event.id)
  try {
    return step(state, event, read(), before, acted, scribe)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code === 'bad-input') throw thrown
    return broken(state, event, before, thrown.message, scribe)
  }
}

/** The problem that keeps a document from being played further. */
const unplayable = (event: StoryEvent, why: string): Problem => new Problem('refused', why, { event: event.id })

function step(
  state: GameState,
  event: StoryEvent,
  document: ArrowDocument,
  before: ScenePlay | undefined,
  acted: SceneAction | undefined,
  scribe: Scribe
): SceneStep {
  const cast = castOf(state, event, document)
  const variables = valuesOf(state, document, event.arrow?.path ?? event.id)
  const isFirst = Object.keys(before?.visits ?? {}).length === 0
  const tags = tagsOf(state, document, cast, isFirst)
  const shown = new Map<number, OpenNode>()
  const options = { draw: chanceStream(state.next.dice.seed, 'scene', event.id, diceBeat(state.next)), most: MAX_NODES_PER_STEP }
  const listeners = { ...options, onShow: showing(shown) }
  const begun = before?.waiting === undefined ? undefined : playStateOf(document, before, variables, tags)
  if (begun && pendingNodes(begun.state).length < begun.state.count) return restarted(state, event, before, begun.changes, scribe)
  const stepped = ((): PlayStep => {
    if (!begun) return startPlay(document, { seed: 0, variables, tags, ...listeners })
    return acted ? act(document, begun.state, { ...acted.action, node: acted.at }, listeners) : { state: begun.state, events: [] }
  })()
  if (stepped.refused !== undefined) throw new Problem('bad-input', stepped.refused, { event: event.id })
  const path = event.arrow?.path ?? ''
  const tells = (node: OpenNode): boolean => !node.skipped && !appeared(node, { document, cast, path }, scribe).next().done
  const played = extendedToEnd(document, stepped, { shown, tells, ...options })
  const problems = played.events.flatMap((one) => (one.ev === 'problem' ? [one.problem.message] : []))
  const known = before?.waiting?.length ?? 0
  if (played.state.stopped) throw unplayable(event, problems.at(-1) ?? 'The play stopped without a reason.')
  const waiting = pendingNodes(played.state).map((node): WaitingNode => waitingNode(state, document, cast, node))
  const play: ScenePlay = {
    ...lastingMembers(before),
    visits: visitsAfter(before?.visits ?? {}, shown, known),
    ...(acted && acted.by !== DM ? { chooser: acted.by } : {}),
    ...(waiting.length > 0 ? { waiting, scene: state.scene?.path ?? '', ...macroOf(played.state) } : { over: true as const })
  }
  const after = withVariables(state, played.state, { document, cast, tags, isFirst })
  const writes = [...entriesOf([...shown.values()], { document, cast, path, acted, known }, scribe)]
  const isUnchanged = equal([state.facts, state.actors], [after.facts, after.actors])
  if (writes.length === 0 && (!isUnchanged || (!acted && before))) writes.push(scribe.entry('scene', `“${event.title}” goes on.`, { by: DM }))
  checkSizes(event, play, writes, state, after)
  const summary = firstLine(state, writes) ?? (play.over ? `“${event.title}” has been played to its end.` : `“${event.title}” goes on.`)
  return { state: withPlay(after, event.id, play), writes, summary, problems }
}

/** Collects the shown nodes, in the form of the campaign's files. */
const showing =
  (shown: Map<number, OpenNode>) =>
  (node: OpenNode): void =>
    void shown.set(node.serial, { ...node, shown: plainShown(node.shown) })

/** The input of `toItsEnd`: the nodes that the step has shown, whether a node has text, and the options to continue the play with. */
interface Ending {
  shown: Map<number, OpenNode>
  tells: (node: OpenNode) => boolean
  draw: () => number
  most: number
}

/** The step, extended to the document's end if only text nodes wait and no text follows them. So the last text also ends the play. */
function extendedToEnd(document: ArrowDocument, stepped: PlayStep, { shown, tells, ...options }: Ending): PlayStep {
  const more = new Map<number, OpenNode>()
  let last = stepped
  for (let waiting = pendingNodes(last.state); waiting.length > 0; waiting = pendingNodes(last.state)) {
    const [text] = waiting
    if (!text || !waiting.every(isText)) return stepped
    const { state, events } = act(document, last.state, { do: 'continue', node: text.serial }, { ...options, onShow: showing(more) })
    if (state.stopped || state.count > stepped.state.count + MAX_NODES_PER_STEP) return stepped
    if ([...more.values()].some((node) => node.serial >= stepped.state.count && tells(node))) return stepped
    last = { state, events: [...last.events, ...events] }
  }
  for (const [serial, node] of more) shown.set(serial, node)
  return last
}

/** Throws Problem `refused` if a step has more text than the campaign's files may hold. */
function checkSizes(event: StoryEvent, { waiting }: ScenePlay, writes: readonly Write[], before: GameState, after: GameState): void {
  const long = writes.some((write) => write.kind === 'log' && write.entry.text.length > MAX_TEXT)
  if (long || JSON.stringify(waiting ?? []).length > MAX_WAITING_CHARS)
    throw unplayable(event, `A text of “${event.title}” is longer than ${MAX_TEXT} characters. Split it into several nodes.`)
  const retagged = Object.entries(after.actors).filter(([id, actor]) => own(before.actors, id) !== actor)
  const length =
    newText(before.facts, after.facts) + retagged.reduce((sum, [id, { tags }]) => sum + newText(own(before.actors, id)?.tags ?? {}, tags), 0)
  if (length > MAX_WRITTEN_CHARS)
    throw unplayable(
      event,
      `One step of “${event.title}” writes ${length} characters as facts and tags, and at most ${MAX_WRITTEN_CHARS} are kept. Shorten its variables and tags.`
    )
}

/** The total length of the texts that have changed, in characters. */
const newText = (before: GameState['facts'], after: GameState['facts']): number =>
  Object.entries(after).reduce((sum, [key, value]) => sum + (typeof value === 'string' && own(before, key) !== value ? value.length : 0), 0)

/** The members of a play that are kept from step to step. */
function lastingMembers(before: ScenePlay | undefined): Pick<ScenePlay, 'chooser'> {
  return before?.chooser === undefined ? {} : { chooser: before.chooser }
}

const macroOf = ({ macro }: PlayState): Pick<ScenePlay, 'macro'> => (macro ? { macro: macro.id } : {})

/** The state of the story with one play replaced. */
export const withPlay = (state: GameState, event: string, play: ScenePlay): GameState => ({ ...state, plays: { ...state.plays, [event]: play } })

/** The waiting nodes as a play to continue, and what has changed since they were shown. They are renumbered, without the macro's node. */
function playStateOf(document: ArrowDocument, play: ScenePlay, variables: PlayState['variables'], tags: PlayState['tags']): Resumed {
  const open = (play.waiting ?? []).map(({ node: id, type, name, shown }, serial): OpenNode => ({
    serial,
    id,
    type,
    name,
    slot: null,
    played: false,
    skipped: false,
    shown
  }))
  const count = open.length
  const first = startValues(document)
  return resumePlay(document, {
    version: 1,
    seed: 0,
    from: document.entry,
    open,
    count,
    seen: count,
    chance: 0,
    pauses: 0,
    stopped: false,
    past: [],
    macro: play.macro === undefined ? null : { serial: -1, id: play.macro },
    variables: { ...first.variables, ...variables },
    tags: { ...first.tags, ...tags }
  })
}

function startValues({ resources: { variables, characters } }: ArrowDocument): Pick<PlayState, 'variables' | 'tags'> {
  return {
    variables: Object.fromEntries([...variables].map(([id, { init }]) => [String(id), init])),
    tags: Object.fromEntries([...characters].map(([id, { tags }]) => [String(id), { ...tags }]))
  }
}

/** How often each node was played. Adds the nodes that the step showed and didn't skip; nodes that already waited before were counted then. */
function visitsAfter(visits: ScenePlay['visits'], shown: ReadonlyMap<number, OpenNode>, known: number): ScenePlay['visits'] {
  const counts = { ...visits }
  for (const { id, serial, skipped } of shown.values()) if (serial >= known && !skipped) counts[String(id)] = (own(counts, String(id)) ?? 0) + 1
  return counts
}

/** A shown node, in the form of the campaign's files. */
function plainShown(shown: ShownNode): ShownNode {
  const members = Object.entries(shown).map(([key, value]: [string, ShownNode[keyof ShownNode]]) => [
    key,
    typeof value === 'string' ? storable(value) : Array.isArray(value) ? value.map((text) => storable(text)) : value
  ])
  return Object.fromEntries(members) as ShownNode
}

function waitingNode(state: GameState, document: ArrowDocument, cast: SceneCast, node: OpenNode): WaitingNode {
  const asks = node.type === 'user_input' ? asksOf(document, node.id) : undefined
  const speaker = node.type === 'dialog' ? speakerOf(node, document, cast) : undefined
  const isPlayer = speaker !== undefined && own(state.actors, speaker)?.kind === 'player'
  const { id, type, name, shown } = node
  return { node: id, type, name: storable(name), shown: plainShown(shown), ...(asks ? { asks } : {}), ...(isPlayer ? { who: speaker } : {}) }
}

/** The input of `written`: the document, its cast, the tags before the step, and whether this is the document's first step. */
interface StepStart {
  document: ArrowDocument
  cast: SceneCast
  tags: PlayState['tags']
  isFirst: boolean
}

/** The state with the document's variables as facts and tags as actors' tags: those that changed, and at first those that were missing. */
function withVariables(state: GameState, { variables, tags }: PlayState, begun: StepStart): GameState {
  const facts = { ...state.facts }
  for (const [id, { name, init }] of begun.document.resources.variables) {
    const value = own(variables, String(id)) ?? init
    const was = own(facts, name)
    if (was === undefined ? begun.isFirst || value !== init : was !== value) facts[name] = typeof value === 'string' ? storable(value) : value
  }
  const actors = { ...state.actors }
  for (const [id, actorId] of begun.cast) {
    const actor = own(actors, actorId)
    if (actor) actors[actorId] = withTags(actor, own(begun.tags, String(id)) ?? {}, own(tags, String(id)) ?? {})
  }
  return { ...state, facts, actors }
}

type CharacterTags = PlayState['tags'][string]

/** An actor with a character's tags after a step; the same object if the tags are equal. */
function withTags(actor: Actor, before: CharacterTags, after: CharacterTags): Actor {
  const retained = Object.entries(actor.tags).filter(([key]) => Object.hasOwn(after, key))
  const set = Object.entries(after).filter(([key, value]) => key !== '__proto__' && (own(before, key) !== value || !Object.hasOwn(actor.tags, key)))
  if (set.length === 0 && retained.length === Object.keys(actor.tags).length) return actor
  return { ...actor, tags: Object.fromEntries([...retained, ...set.map(([key, value]) => [storable(key), storable(value)])]) }
}

/** The result for a document whose waiting nodes were edited: its play restarts at the next step. */
function restarted(state: GameState, event: StoryEvent, before: ScenePlay | undefined, changes: readonly string[], scribe: Scribe): SceneStep {
  const summary = `“${event.title}” has been rewritten where it stopped, and begins anew.`
  const play: ScenePlay = { ...lastingMembers(before), visits: before?.visits ?? {} }
  return { state: withPlay(state, event.id, play), writes: [scribe.entry('scene', summary, { by: DM })], summary, problems: [...changes] }
}

/** The result for a document that can't go on: broken until it or its event is corrected; a log entry says that the story continues. */
function broken(state: GameState, event: StoryEvent, before: ScenePlay | undefined, why: string, scribe: Scribe): SceneStep {
  const play: ScenePlay = {
    ...lastingMembers(before),
    visits: before?.visits ?? {},
    broken: { version: event.arrow?.version ?? '', why: storable(why) }
  }
  const summary = `“${event.title}” can’t be played on. The story goes on without it.`
  return { state: withPlay(state, event.id, play), writes: [scribe.entry('scene', summary, { by: DM })], summary, problems: [why] }
}

/** A step to log. Nodes with a serial below `known` waited before the step, so their texts are in the log already. */
interface LoggedStep {
  document: ArrowDocument
  /** The path of the document in the campaign. */
  path: string
  cast: SceneCast
  acted: SceneAction | undefined
  known: number
}

/** The log entries of the shown nodes, in reading order. A player's choice comes first, because the other entries follow from it. */
function* entriesOf(shown: readonly OpenNode[], step: LoggedStep, scribe: Scribe): Generator<Write> {
  for (const node of shown.toSorted((a, b) => a.serial - b.serial)) {
    if (node.serial < step.known) yield* chosen(node, step, scribe)
    else if (!node.skipped) yield* appeared(node, step, scribe)
  }
}

/** An entry that names its verb, so that the DM doesn't narrate it again. */
const entryOf = (scribe: Scribe, kind: LogEntry['kind'], text: string, by: string, pictures: Pictures = []): Write =>
  scribe.entry(kind, text, { by, action: scribe.call.action, ...(pictures.length > 0 ? { pictures } : {}) })

type Pictures = NonNullable<LogEntry['pictures']>

/** The pictures of files that the texts of a node show. */
function picturesIn({ id, shown: { title, brief, text } }: OpenNode, { document, path }: Pick<LoggedStep, 'document' | 'path'>): Pictures {
  const node = document.resources.nodes.get(id)
  return [title, brief, text].flatMap((one) =>
    picturesOf(node, one ?? '').flatMap((picture) => {
      const file = pathFrom(path, picture.path)
      return file === undefined ? [] : [{ file: storable(file), ...(picture.alt === undefined ? {} : { alt: storable(picture.alt) }) }]
    })
  )
}

/** The entries for a player's action at a node that waited. A line is said by the node's speaker, whoever of the players chose it. */
function* chosen(node: OpenNode, { acted, document, cast }: LoggedStep, scribe: Scribe): Generator<Write> {
  const { type, shown } = node
  const { taken, character } = shown
  if (!acted || acted.by === DM) return
  if (type === 'dialog' && taken !== undefined) yield* said(scribe, speakerOf(node, document, cast) ?? acted.by, character, taken)
  if (type === 'interaction' && taken !== undefined && taken.trim() !== '') yield entryOf(scribe, 'system', taken, acted.by)
  if (type === 'user_input' && acted.action.do === 'input') yield entryOf(scribe, 'system', `“${String(acted.action.value)}”`, acted.by)
}

/** The entries of a node when it is shown; none for a node without text. */
function* appeared(node: OpenNode, step: Pick<LoggedStep, 'document' | 'cast' | 'path'>, scribe: Scribe): Generator<Write> {
  const { document, cast } = step
  const { title, brief, text, prompt, taken, character, playable } = node.shown
  switch (node.type) {
    case 'content': {
      const pictures = picturesIn(node, step)
      const words = [title, brief, text].flatMap((part) => (part === undefined ? [] : [plain(part)])).filter((part) => part !== '')
      // Pictures without words are told by what they show.
      const told = words.length > 0 ? words : pictures.flatMap(({ alt }) => describedBy(alt) ?? [])
      if (told.length > 0) yield entryOf(scribe, 'narration', told.join('\n'), DM, pictures)
      break
    }
    case 'monolog':
      yield* said(scribe, speakerOf(node, document, cast), character, plain(text ?? ''), picturesIn(node, step))
      break
    case 'dialog':
      if (taken !== undefined && playable !== true) yield* said(scribe, speakerOf(node, document, cast), character, taken)
      break
    case 'user_input':
      if (prompt !== undefined && prompt.trim() !== '') yield entryOf(scribe, 'narration', prompt, DM)
      break
  }
}

/** A line as speech of an actor, or as narration if its character has no actor. An empty line gives no entry. */
function* said(scribe: Scribe, by: string | undefined, character: string | undefined, text: string, pictures: Pictures = []): Generator<Write> {
  if (text.trim() === '') return
  if (by !== undefined) yield entryOf(scribe, 'speech', text, by, pictures)
  else yield entryOf(scribe, 'narration', character === undefined ? `“${text}”` : `${character}: “${text}”`, DM, pictures)
}

/** The actor who says a node's line; undefined if the node has no speaker. */
function speakerOf({ id }: OpenNode, document: ArrowDocument, cast: SceneCast): string | undefined {
  const character = document.resources.nodes.get(id)?.data['character']
  return typeof character === 'number' ? cast.get(character) : undefined
}

const plain = (text: string): string => plainMarkup(parseMarkup(text)).trim()

/** The first entry as one line: the speaker or actor, and the text. */
function firstLine(state: GameState, writes: readonly Write[]): string | undefined {
  const [first] = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
  if (first?.kind === 'speech') return `${nameOf(state, first.by)}: “${first.text}”`
  return first?.kind === 'system' ? `${nameOf(state, first.by)}: ${first.text}` : first?.text
}
