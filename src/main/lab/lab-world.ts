import { readFileSync, statSync } from 'node:fs'
import { playable, unreachedNodes } from '../../arrow'
import type { CoveredPlace } from '../../shared/analysis/coverage'
import { own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { FactUses } from '../../shared/contract/language-calls'
import { LAB_KINDS, type LabKind } from '../../shared/lab/kinds'
import type { Game } from '../../shared/story/game'
import type { Lore } from '../../shared/story/lore'
import { isOver } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'
import { factName, settersOf, type StoryWorld } from '../../shared/story/why-not'
import { documentsOf } from '../campaign/arrow-documents'
import { availabilities } from '../engine/availability'
import { DM, party } from '../engine/people'
import { replaceFile } from '../machine/save-file'
import { travels } from '../odds/alike'
import { castings } from '../odds/castings'
import { hitPointsOf } from '../odds/harm'
import { horizonOf } from '../odds/reach/findings'
import { ratedJourneys } from '../odds/reach/rated-journeys'
import { VERSION } from '../place'
import { Subjects } from '../story/coverage/subjects'
import type { StoryReader } from '../story/reader'
import { questSubjects } from './results/report-quests'
import { timeSlices } from '../work/time-slices'
import { NameIndex } from '../workshop/name-index'

/** Something that a session can exercise, by its kind and id as in the results. */
export interface LabSubject {
  kind: LabKind
  id: string
  label: string
  place: CoveredPlace
}

/** What a report needs of the campaign at the commit of a run: its names, and what it says of what was never reached. */
export interface LabWorld extends StoryWorld {
  lore: Pick<Lore, 'title' | 'story' | 'facts' | 'map'>
  game: Pick<Game, 'manifest' | 'actions' | 'conditions' | 'equipment' | 'tables'>
  /** Everything that sessions can exercise, in the order of the campaign's files. */
  subjects: readonly LabSubject[]
  uses: readonly FactUses[]
  /** The paths of the files that name a condition, an item or a table, without those that define it. */
  naming: (kind: 'condition' | 'item' | 'table', id: string) => readonly string[]
  /** Why an action isn't possible at the beginning, in sentences; none if any actor may take it. */
  reasons: (action: string) => readonly string[]
  /** Whether no member of the party, as they are at the beginning, can get to the end of a journey. */
  impassable: (journey: string) => boolean
  /** Why nodes of an event's document were never played, by their ids. `reached`: those that were. */
  unreached: (event: string, reached: ReadonlySet<number>) => ReadonlyMap<number, string>
  /** A story event's title. */
  eventName: (id: string) => string
}

const MAX_NAMED_BYTES = 8 << 20

/** What takes long to find in the files of a commit. */
interface Findings extends Pick<LabWorld, 'subjects' | 'uses'> {
  /** By the kind and the id of what is named. */
  naming: Readonly<Record<string, readonly string[]>>
  /** By action. */
  reasons: Readonly<Record<string, readonly string[]>>
}

/** Where the findings are kept. Those of another build of the app are found again. */
interface Kept {
  file: string
  isReadOnly: boolean
}
const BUILD = `${VERSION} ${statSync(import.meta.filename).mtimeMs}`

function keptFindings({ file }: Kept): Findings | undefined {
  try {
    const { build, findings } = JSON.parse(readFileSync(file, 'utf8')) as { build: string; findings: Findings }
    return build === BUILD ? findings : undefined
  } catch {
    return undefined
  }
}

function keepFindings({ file, isReadOnly }: Kept, findings: Findings): void {
  if (isReadOnly) return
  try {
    replaceFile(file, JSON.stringify({ build: BUILD, findings }))
  } catch {
    // They are found again the next time.
  }
}

/**
 * Reads the world of a run. Without findings of the same commit that were `kept` it takes about as long as a check, so the caller holds it. Throws
 * Problem as `StoryReader` does.
 */
export async function labWorld(campaign: StoryReader, commit: string, kept?: Kept): Promise<LabWorld> {
  const { past, history } = campaign
  const { tree } = history.commit(commit)
  const { state, lore } = past.files.at(tree)
  const game = await past.gameAt(tree)
  const known = kept && keptFindings(kept)
  const findings = known ?? (await findingsAt(campaign, tree, game))
  if (kept && !known) keepFindings(kept, findings)
  const { subjects, uses } = findings
  const documents = documentsOf(lore, (path) => past.bytes(tree, path))
  return {
    state,
    lore,
    game,
    subjects,
    uses,
    naming: (kind, id) => own(findings.naming, `${kind} ${id}`) ?? [],
    reasons: (action) => own(findings.reasons, action) ?? [],
    impassable: impassableAt(state, game),
    unreached: (event, reached) => {
      const found = documents.events.find(({ id }) => id === event)
      if (!found) return new Map()
      const document = documents.read(found)
      const why = unreachedNodes(playable(document), { reached: (id) => reached.has(id), from: document.entry, advice: '' })
      // A document's variables are facts: what no node sets may be set by something else.
      const isOutside = (name: string): boolean => settersOf(name, uses).some(({ path }) => path !== found.arrow?.path)
      const names = [...document.resources.variables.values()].map(({ name }) => name)
      const inRun = (words: string): string =>
        words.replace(/: it is never (.+?), and (.*)$/, (_, side: string, rest: string) => {
          const named = names.filter((name) => rest.includes(`\`${name}\``))
          return `: it was never ${side}${named.length === 0 || named.some(isOutside) ? '.' : `, and ${rest}`}`
        })
      return new Map(why.map(({ node, words }) => [node, inRun(words)]))
    },
    eventName: (id) => lore.story.find((event) => event.id === id)?.title ?? id
  }
}

async function findingsAt(campaign: StoryReader, tree: string, game: Game): Promise<Findings> {
  const { files } = campaign.past
  const { state, lore } = files.at(tree)
  const index = await namesAt(campaign, tree)
  const uses = index.facts()
  const known = new Set<string>(LAB_KINDS)
  const over = lore.story.filter((event) => isOver(event, state)).map(({ id }) => id)
  const isOfOver = (kind: string, id: string): boolean =>
    (kind === 'event' && over.includes(id)) || (kind === 'node' && over.some((event) => id.startsWith(`${event} `)))
  const subjects = new Subjects(campaign).at(tree).subjects.flatMap(({ kind, entry: { id, label, place } }): LabSubject[] =>
    // What was over before the first beat isn't reached any more.
    known.has(kind) && !isOfOver(kind, id) ? [{ kind: kind as LabKind, id, label, place }] : []
  )
  const [naming, reasons] = [namingIn(index), reasonsAt(state, game)]
  const named = { condition: game.conditions, item: game.equipment, table: game.tables }
  return {
    subjects: [...subjects, ...questSubjects(state, files.text(tree, 'world/STATE.yaml') ?? ''), ...factSubjects(uses, state, lore)],
    uses,
    naming: Object.fromEntries(
      (['condition', 'item', 'table'] as const).flatMap((kind) => Object.keys(named[kind]).map((id) => [`${kind} ${id}`, naming(kind, id)]))
    ),
    reasons: Object.fromEntries(Object.keys(game.actions).map((id) => [id, reasons(id)]))
  }
}

/** The facts that the files name and that don't hold at the beginning. */
const factSubjects = (uses: readonly FactUses[], { facts }: GameState, { facts: titles }: Pick<Lore, 'facts'>): LabSubject[] =>
  uses.flatMap(({ id, sets, needs }): LabSubject[] => {
    const [place] = [...sets, ...needs]
    if (own(facts, id) || !place) return []
    return [{ kind: 'fact', id, label: factName(id, titles), place: { path: place.path, line: place.line } }]
  })

async function namesAt({ history }: StoryReader, tree: string): Promise<NameIndex> {
  const pause = timeSlices()
  const texts = new Map<string, string>()
  for (const [path, { oid }] of history.files(tree)) {
    // Sessions and pictures name nothing that a rule or the world could need.
    if (!/^(?:rules|world)\/.*\.(?:ts|yaml|md|arrow|arrow-project)$/i.test(path)) continue
    await pause()
    const bytes = history.blob(oid)
    if (bytes.length <= MAX_NAMED_BYTES) texts.set(path, bytes.toString('utf8'))
  }
  return new NameIndex(texts)
}

function namingIn(index: NameIndex): LabWorld['naming'] {
  const files = new Map<string, Set<string>>()
  for (const { path, is, names, literals } of index.files.values()) {
    const add = (kind: string, id: string): void => {
      const key = `${kind} ${id}`
      if (is?.kind === kind && is.id === id) return
      const known = files.get(key)
      if (known) known.add(path)
      else files.set(key, new Set([path]))
    }
    for (const { kind, id, defines } of names) if (!defines) add(kind, id)
    // A quoted word of the rules may mean something else, but then it can't be said that no rule names it.
    for (const { text } of literals) for (const kind of ['condition', 'item', 'table']) add(kind, text)
  }
  return (kind, id) => [...(files.get(`${kind} ${id}`) ?? [])]
}

/** Why actions aren't possible, as if a scene had just been opened where each character of the party is. */
function reasonsAt(state: GameState, game: Game): LabWorld['reasons'] {
  const possible = new Set<string>()
  const reasons = new Map<string, Set<string>>()
  const players = party(state)
  for (const who of [...players, DM]) {
    const place = own(state.actors, who)?.location ?? own(state.actors, players[0] ?? '')?.location ?? ''
    const scene = { path: 'sessions/session-1/001-scene', title: '', place, present: {}, aim: '', opened: 0 }
    const next = { ...state.next, phase: who === DM ? ('dm' as const) : ('player' as const), actor: who }
    const list = availabilities({ ...state, scene, next }, game, who)
    for (const { action, reason, from } of list) {
      // The DM's and the players' actions are other people's only in name: that they are says nothing.
      if ((who === DM) !== (from === 'dm') && from !== 'npc' && from !== 'follows' && from !== 'granted') continue
      if (reason === undefined) possible.add(action)
      else
        reasons.set(action, (reasons.get(action) ?? new Set()).add(from === 'follows' || from === 'granted' ? reason : `At the beginning: ${reason}`))
    }
  }
  return (action) => (possible.has(action) ? [] : [...(reasons.get(action) ?? [])])
}

/** Whether no member of the party gets to the end of a journey, whatever they roll and however rested they are. */
function impassableAt(state: GameState, game: Game): LabWorld['impassable'] {
  const known = new Map<string, boolean>()
  const fails = (journey: string): boolean => {
    const casts = castings(state, game, undefined, party(state)).flatMap(({ actor, state: within }) => {
      const one = own(within.actors, actor)
      return one && travels(within, game, actor) ? [{ actor, within, one }] : []
    })
    const isFailed = ({ actor, within, one }: (typeof casts)[number]): boolean => {
      const counting = ratedJourneys(within, game, actor, [journey])
      let step = counting.next()
      while (!step.done) step = counting.next()
      const { edges } = horizonOf(within, step.value.journeys, { from: one.location, ...hitPointsOf(one, game) })
      return edges.some(({ journey: { to }, ends }) => !ends.includes(to))
    }
    return casts.length > 0 && casts.every(isFailed)
  }
  return (journey) => {
    try {
      const isImpassable = known.get(journey) ?? fails(journey)
      known.set(journey, isImpassable)
      return isImpassable
    } catch (thrown) {
      // A travel rule that fails is among the failures of the run.
      if (thrown instanceof Problem) return false
      throw thrown
    }
  }
}
