import type { CheckProgress, CheckReport } from '../../../shared/analysis/reports'
import { type ProblemData, Problem, toProblem } from '../../../shared/base/problem'
import { needs } from '../../rules/check/facts'
import { sorted, finding } from '../../rules/check/finding'
import { reachedFindings } from '../../rules/check/reached'
import { parsedGame } from '../../rules/check/parsed-game'
import { smallWorld } from '../../rules/check/small-world'
import { staticFindings } from '../../rules/check/static'
import { worldFindings } from '../../rules/check/world'
import { type World, linesIn, linesOf } from '../../rules/check/world-files'
import { checkGame, loadGame } from '../../rules/load-game'
import { readGame, type RuleFiles } from '../../rules/read-game'
import { BOUNDS, explore, type Bounds } from './search'
import { own } from '../../../shared/base/json'
import { pathOf, isArrowPath } from '../../../shared/story/layout'
import type { ReachFinding } from '../../../shared/analysis/reach'
import { listed } from '../../../shared/words/labels'
import { findingJourneys } from '../../odds/reach/reach'
import type { Direction } from '../../../shared/table/direction'
import { MAX_DIRECTION_TOKENS } from '../../agents/context/budget'
import { tokensOf } from '../../agents/context/tokens'
import { directionTexts } from '../../campaign/direction'
import { RUBRIC_PATH, rubricOf } from '../runs/rubric'
import { Attachment } from '../../../shared/story/lore'
import { campaignFindings, tableText } from '../../../arrow'
import { misfits } from '../../../shared/base/schema-errors'
import { arrowText } from '../../campaign/arrow-documents'
import { splitFrontMatter } from '../../campaign/front-matter'
import { LINK } from '../../campaign/git/oid'
import type { ObjectReader } from '../../campaign/parsed-files'
import { attachmentFaults } from '../arrow/document-faults'
import { filesOf } from '../edits/overlay'

/** The maximum number of findings on one document, so that a broken document doesn't hide the others. The editor lists all. */
const MAX_FINDINGS = 100

/** The errors and warnings of the Arrow documents in a tree. Links are never followed. */
export function arrowFindings(objects: ObjectReader, root: string): ProblemData[] {
  const files = filesOf(objects, root)
  return [...files]
    .filter(([path, { mode }]) => isArrowPath(path) && mode !== LINK)
    .flatMap(([path, { oid }]) => {
      const csv = files.get(path.replace(/\.[^./]*$/, '.csv'))
      return ofFile(path, objects.blob(oid), csv && csv.mode !== LINK ? () => objects.blob(csv.oid) : undefined)
    })
}

/** Findings on attached documents that can't be played at the table. A speaker without an actor is only a remark, because it may be intended. */
export function attachedFindings(objects: ObjectReader, root: string, { state, lore, texts }: World): ProblemData[] {
  const files = filesOf(objects, root)
  const bytesOf = (path: string): Buffer | undefined => {
    const entry = files.get(path)
    return entry && entry.mode !== LINK ? objects.blob(entry.oid) : undefined
  }
  const found = attachmentFaults({ state, lore, bytesOf }).map(({ what, file, message }) =>
    finding(what === 'character' ? 'remark' : 'problem', file, what === 'missing' ? linesOf(file, texts.get(file) ?? '')(['document']) : 1, message)
  )
  return [...found, ...lore.story.flatMap(({ id }) => unreadKeys(pathOf('storyEvent', { id }), texts))]
}

/** Remarks on keys of a story event's front matter that are ignored because their values don't fit. */
function unreadKeys(file: string, texts: World['texts']): ProblemData[] {
  const text = texts.get(file) ?? ''
  const read = Attachment.safeParse(splitFrontMatter(text, file).matter)
  return (read.error ? misfits(read.error) : []).map(({ path: [key = ''] }) =>
    finding(
      'remark',
      file,
      linesOf(file, text)([key]),
      `“${key}” is left out, because it isn’t ${key === 'characters' ? 'a list of actors’ ids by the names of characters' : 'the path of an Arrow document'}. Correct it, or call it something else.`
    )
  )
}

function ofFile(path: string, bytes: Buffer, translations?: () => Buffer): ProblemData[] {
  let text: string
  try {
    text = arrowText(bytes, path)
  } catch (thrown) {
    return [finding('problem', path, 1, toProblem(thrown).message)]
  }
  const findings = campaignFindings(path, text, translations && (() => tableTextOf(translations())))
  const rest = findings.length - MAX_FINDINGS
  if (rest <= 0) return findings
  return [...findings.slice(0, MAX_FINDINGS), finding('remark', path, 1, `${path} has ${rest} more findings. Open it under Scenes to see them.`)]
}

const tableTextOf = (bytes: Buffer): string =>
  tableText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes))

/** Findings on the rubric, and on the direction files that table.yaml names: missing, unreadable, malformed, empty, or too long for a context. `textOf` reads a file. */
export function directionFindings(direction: Direction | undefined, textOf: (path: string) => string | undefined): ProblemData[] {
  const { tone, dm, personas } = directionTexts(direction ?? { personas: {} }, textOf)
  const named = new Map([tone, dm, ...Object.values(personas)].flatMap((one) => (one ? [[one.path, one] as const] : [])))
  const findings = [...named.values()].flatMap(({ path, text, problem }) => {
    if (problem !== undefined) return [finding('problem', path, 1, problem)]
    if (text === '') return [finding('remark', path, 1, `${path} has no text, so it tells models nothing. Write text below its front matter.`)]
    const tokens = tokensOf(text)
    if (tokens <= MAX_DIRECTION_TOKENS) return []
    return [
      finding(
        'remark',
        path,
        1,
        `${path} takes about ${tokens} tokens, and a context has room for ${MAX_DIRECTION_TOKENS}. Shorten it, or the rest is left out.`
      )
    ]
  })
  return [...findings, ...rubricFindings(textOf)]
}

/** A finding on the rubric by which judges compare runs, if it can't be used. */
function rubricFindings(textOf: (path: string) => string | undefined): ProblemData[] {
  try {
    rubricOf(textOf(RUBRIC_PATH))
    return []
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'bad-file') return [finding('problem', RUBRIC_PATH, 1, thrown.message)]
    throw thrown
  }
}

/** The maximum number of steps of the search. Each step is at most sixteen runs of a rule. */
const MAX_STEPS = 400

/** The kinds of findings that are reported. They may be intended, but the author of the world should know them. */
const REPORTED_KINDS: readonly ReachFinding['kind'][] = ['sink', 'soft-lock', 'unreachable']

/**
 * Findings on a world's journeys: places without a way back, and places that nobody can reach. Each is at the line of its first journey. Empty if the
 * game doesn't load or its travel rules fail, because other findings report that.
 */
export async function journeyFindings(rules: RuleFiles, world: World, pause?: Pause, steps = MAX_STEPS): Promise<ProblemData[]> {
  const game = await loadGame(rules).catch((thrown: unknown) => {
    if (thrown instanceof Problem) return undefined
    throw thrown
  })
  if (!game) return []
  try {
    const looking = findingJourneys(world.state, game, steps)
    let step = looking.next()
    for (let done = 0; !step.done; step = looking.next()) await pause?.({ part: 'ways', done: done++, of: steps })
    const { findings, unasked } = step.value
    const lineIn = linesIn(world)
    const reported = findings.flatMap((one) => (REPORTED_KINDS.includes(one.kind) ? problemsOf(world, one, lineIn) : []))
    const rest = `Journeys were not checked for ${listed(unasked)}, because there are too many kinds of them. Look at their odds on the map.`
    return unasked.length === 0 ? reported : [...reported, finding('remark', 'world', 1, rest)]
  } catch (thrown) {
    if (thrown instanceof Problem) return []
    throw thrown
  } finally {
    game.dispose()
  }
}

/** The problem for a finding. A place that no journey leads to gives none, because it has no line here; the world's own findings cover it. */
function problemsOf({ state }: World, { sentence, journeys: [journey] }: ReachFinding, lineIn: ReturnType<typeof linesIn>): ProblemData[] {
  const edge = journey === undefined ? undefined : own(state.journeys, journey)
  if (journey === undefined || !edge) return []
  const file = pathOf('journeys', { region: edge.region })
  return [finding('unreached', file, lineIn(file, [journey]), sentence)]
}

/** Values for free text parameters if no fact is required in the world. */
const WORDS = ['something', 'altar-found']

/** The options of a game's check. */
export interface Setting {
  world?: World | undefined
  /** The path of the game's folder in its campaign, for the paths in findings. */
  under?: string
  bounds?: Bounds | undefined
  /** The search awaits it between two calls. */
  pause?: Pause | undefined
}

/** Lets other work run. Receives the part of the check, the number of steps done, and the maximum number of steps. */
export type Pause = (at: CheckProgress) => Promise<void>

/** All findings on a game and a world that need no rule to run. Fast enough for every opening of a campaign. */
export function quickFindings(files: RuleFiles, { world, under = '' }: Setting = {}): ProblemData[] {
  const all = parsedGame(readGame(files))
  return inPlace(sorted(all.game.problems, staticFindings(all)), under, world ? worldFindings(all, world) : [])
}

/** All findings on a game and its world. Without a world, the search plays in a small generated one. */
export async function check(files: RuleFiles, { world, under = '', bounds = BOUNDS, pause }: Setting = {}): Promise<CheckReport> {
  const read = readGame(files)
  const fileFindings = await checkGame(files, read)
  const all = parsedGame(read)
  const report: CheckReport = { findings: [], states: 0, calls: 0, world: world ? 'campaign' : 'made up' }
  const seen: ProblemData[] = []
  // A game that doesn't load can't be played.
  if (fileFindings.length === 0) {
    const game = await loadGame(files)
    try {
      const search = explore(game, world?.state ?? smallWorld(game), wordsOf(world), bounds)
      let step = search.next()
      for (let done = 0; !step.done; step = search.next()) await pause?.({ part: 'play', done: done++, of: bounds.calls })
      const reached = step.value
      Object.assign(report, { states: reached.states, calls: reached.calls })
      seen.push(...reachedFindings(all, reached, world !== undefined))
    } finally {
      game.dispose()
    }
  }
  report.findings = inPlace(sorted([...fileFindings, ...seen], staticFindings(all)), under, world ? worldFindings(all, world) : [])
  return report
}

/** A game's findings with the paths of its files in the campaign, followed by the world's findings. */
const inPlace = (game: readonly ProblemData[], under: string, world: readonly ProblemData[]): ProblemData[] =>
  sorted([...game.map((one) => inFolder(one, under)), ...world])

/** The facts that the world requires, as values for text parameters, so that actions which set facts make progress in the search. */
function wordsOf(world: World | undefined): string[] {
  const facts = world ? [...new Set(needs(world).map(({ fact }) => fact))] : []
  return facts.length > 0 ? facts : WORDS
}

const inFolder = (one: ProblemData, under: string): ProblemData =>
  under === '' || typeof one.data?.['file'] !== 'string' ? one : { ...one, data: { ...one.data, file: `${under}/${one.data['file']}` } }
