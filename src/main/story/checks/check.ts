import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { BeatContradictions } from '../../../shared/analysis/contradictions'
import type { CheckReport } from '../../../shared/analysis/reports'
import { Beliefs } from '../../../shared/story/beliefs'
import { fileAt, type FileKind } from '../../../shared/story/layout'
import { ActorLore, FactTitles, isNarrative, Narrative, StoryEvent } from '../../../shared/story/lore'
import { counted } from '../../../shared/words/labels'
import { VERBS } from '../../../shared/story/names'
import { Problem, type ProblemData, toProblem } from '../../../shared/base/problem'
import { linkProblem, textOfBytes, type ObjectReader } from '../../campaign/parsed-files'
import { checkSchema as fitsSchema, JourneysFile, PlaceFile, SheetFile, TableFile, WorldFile } from '../../campaign/file-schemas'
import { splitFrontMatter } from '../../campaign/front-matter'
import { isLitter, originalOf } from '../../campaign/git/litter'
import { LINK } from '../../campaign/git/oid'
import { History } from '../../campaign/history'
import { Hydrator } from '../../campaign/hydrate'
import { parseYaml } from '../../campaign/yaml-splice'
import { finding, ranked, sorted } from '../../rules/check/finding'
import { linesOf, type World } from '../../rules/check/world-files'
import { z } from 'zod'
import { check, quickFindings, type Pause, journeyFindings, directionFindings, arrowFindings, attachedFindings } from './check-game'
import type { Bounds } from './search'
import { noteFindings } from './note-findings'
import { pictureFindings } from './picture-findings'
import { variableNames } from '../arrow/document-faults'
import { checkFolder, endLeftWork } from '../creation/folder'
import { readChangedFile } from '../edits/external-changes'
import { stockOf } from '../creation/bundled'
import { Contradictions } from '../contradictions/history'
import { Judgements } from '../contradictions/judgements'
import type { SealedFiles } from '../../machine/sealed-files'
import { timeSlices } from '../../work/time-slices'
import { readGame } from '../../rules/read-game'
import { loadGame } from '../../rules/load-game'
import { filesOf, overlay } from '../edits/overlay'

/** Options of a check. */
export interface CheckOptions {
  bounds?: Bounds
  /** The check awaits it between two steps, so that a running table continues. */
  pause?: Pause
  /** This machine's sealed files, with the earlier judgements of models. */
  sealed?: SealedFiles
  /** The app's resources folder. Findings on unchanged bundled rules come last, with `data.stock`. */
  resources?: string
  /** Finds problems of the external skills of the campaign in `dir`. Their names must not be among `taken`. */
  tools?: (dir: string, taken: ReadonlySet<string>) => ProblemData[]
}

const noFileIsStock = (): boolean => false

/** Files by path, and a problem for each entry that is not a plain file. */
interface CheckedFiles {
  files: Map<string, Buffer>
  problems: ProblemData[]
}

/** All findings on a folder: a campaign with its external changes, or a game alone. Throws Problem only if the folder is neither. */
export async function checkDir(dir: string, how: CheckOptions = {}): Promise<CheckReport> {
  checkFolder(dir)
  if (existsSync(join(dir, 'manifest.yaml')) && !existsSync(join(dir, '.git'))) {
    const { files, problems } = gameFolder(dir)
    const report = await check(files, how)
    return { ...report, findings: ranked(sorted(problems, report.findings), noFileIsStock) }
  }
  endLeftWork(dir)
  const history = History.open(dir, { readOnly: true })
  try {
    const report = await checkCampaign(history, how)
    return { ...report, contradictions: await contradictionsOf(history, how.sealed) }
  } finally {
    history.dispose()
  }
}

/** The contradictions of a campaign's story, by the rules in force now. */
async function contradictionsOf(history: History, sealed: SealedFiles | undefined): Promise<BeatContradictions[]> {
  const head = history.commit(history.head().commit)
  const rules = new Map(
    [...history.files(head.tree)].flatMap(([path, { oid }]) => (path.startsWith('rules/') ? [[path.slice(6), history.blob(oid)]] : []))
  )
  const game = await loadGame(rules).catch((thrown: unknown) => {
    if (thrown instanceof Problem) return undefined
    throw thrown
  })
  try {
    const judged = new Judgements(sealed?.at(join(history.home, 'judged.json')))
    const source = { history, past: { files: new Hydrator(history), listsAt: async () => game } }
    return await new Contradictions(source, undefined, judged).upTo(head.id, undefined, timeSlices())
  } finally {
    game?.dispose()
  }
}

/** All findings on an open campaign, with its external changes. */
export async function checkCampaign(history: History, how: CheckOptions = {}): Promise<CheckReport> {
  const changed = new Map<string, Buffer | null>()
  const problems: ProblemData[] = []
  for (const { path, change } of history.externalChanges()) {
    try {
      changed.set(path, change === 'removed' ? null : readChangedFile(history.dir, path))
    } catch (thrown) {
      problems.push(toProblem(thrown).toJSON())
    }
  }
  const { objects, root } = overlay(history, history.commit(history.head().commit).tree, changed)
  problems.push(...copyFindings(new Set([...history.copies(), ...filesOf(objects, root).keys()])), ...filterFindings(history.filteredFiles()))
  if (!how.tools) return checkTree(objects, root, problems, how)
  const { rules, yaml } = readGame(partsOf(objects, root).rules)
  const toolProblems = how.tools(history.dir, new Set([...VERBS, ...[...rules, ...yaml].map(({ name }) => name)]))
  return checkTree(objects, root, [...problems, ...toolProblems], how)
}

/** The findings on copies that a sync program kept of conflicting files. */
const copyFindings = (paths: Iterable<string>): ProblemData[] =>
  [...paths].flatMap((path) => {
    const original = originalOf(path)
    if (original === undefined) return []
    const message = `${path} is another version of ${original}, which a sync program kept after a conflict. Take over what you need from it, and delete it.`
    return [finding('problem', path, 1, message)]
  })

/** A remark for each filter of git that files pass through. */
const filterFindings = (files: readonly { path: string; filter: string }[]): ProblemData[] =>
  [...new Set(files.map(({ filter }) => filter))].map((filter) => {
    const [first, ...more] = files.filter((one) => one.filter === filter)
    const [named, they] = more.length === 0 ? [`${first?.path} is`, 'its'] : [`${first?.path} and ${counted(more.length, 'other file')} are`, 'their']
    const where = filter === 'lfs' ? 'in git LFS' : `stored through git's filter ${filter}`
    const message = `${named} ${where}. Proscenium can't read ${they} content from the history, and saves no change to it; commit those with git.`
    return finding('remark', '.gitattributes', 1, message)
  })

/** All findings on a campaign at a tree, after the findings in `before`. */
export async function checkTree(
  objects: ObjectReader,
  root: string,
  before: readonly ProblemData[] = [],
  how: CheckOptions = {}
): Promise<CheckReport> {
  const here = objects.tree(root)
  if (!here.has('rules') && !here.has('world'))
    throw new Problem(
      'not-a-campaign',
      'There is no campaign here, and no game: rules/ and world/ are missing. Check a folder made with "proscenium new".'
    )
  const { rules, world, problems } = partsOf(objects, root)
  const report = await check(rules, { ...how, world, under: 'rules' })
  const journeyReport = world ? await journeyFindings(rules, world, how.pause) : []
  const isStock = how.resources === undefined ? () => false : stockOf(how.resources)
  const scenes = [...arrowFindings(objects, root), ...(world ? attachedFindings(objects, root, world) : []), ...pictureFindings(objects, root, world)]
  const isBundled = (file: string): boolean => file.startsWith('rules/') && isStock(file.slice(6), rules.get(file.slice(6))?.toString('utf8') ?? '')
  return {
    ...report,
    findings: ranked(
      [...sorted([...before, ...problems], [...noteFindings(objects, root), ...report.findings, ...journeyReport]), ...scenes],
      isBundled
    )
  }
}

/** All findings on a campaign at a tree that need no rule to run. `hydrator` may have cached earlier trees. */
export function quickFindingsAt(objects: ObjectReader, root: string, hydrator = new Hydrator(objects)): ProblemData[] {
  const { rules, world, problems } = partsOf(objects, root, hydrator)
  return ranked(sorted(problems, quickFindings(rules, { world, under: 'rules' })), noFileIsStock)
}

function partsOf(
  objects: ObjectReader,
  root: string,
  hydrator = new Hydrator(objects)
): { rules: Map<string, Buffer>; world: World | undefined; problems: ProblemData[] } {
  const { files, problems } = plainFiles(objects, filesOf(objects, root))
  const rules = new Map([...files].flatMap(([path, bytes]) => (path.startsWith('rules/') ? [[path.slice(6), bytes] as const] : [])))
  const { world, problems: ofWorld } = worldAt(hydrator, root, files)
  const messages = new Set(problems.map(({ message }) => message))
  const findings = [...ofWorld, ...(world ? directionAt(hydrator, root) : [])]
  return { rules, world, problems: [...problems, ...findings.filter(({ message }) => !messages.has(message))] }
}

/** The plain files of a tree below rules/, below world/ and at the top. Links are never followed. */
function plainFiles(objects: ObjectReader, all: ReadonlyMap<string, { mode: number; oid: string }>): CheckedFiles {
  const content: CheckedFiles = { files: new Map(), problems: [] }
  for (const [path, { mode, oid }] of all) {
    if (mode === LINK) content.problems.push(finding('problem', path, 1, linkProblem(path).message))
    else if (/^(rules|world)\/|^[^/]*$/.test(path)) content.files.set(path, objects.blob(oid))
  }
  return content
}

function gameFolder(dir: string): CheckedFiles {
  const content: CheckedFiles = { files: new Map(), problems: [] }
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name)
    const path = relative(dir, full).split(sep).join('/')
    if (isLitter(path)) continue
    if (entry.isSymbolicLink())
      content.problems.push(
        finding('problem', path, 1, `${path} is a symbolic link; only files of the folder itself are read. Put the file itself there.`)
      )
    else if (entry.isFile() && lstatSync(full).size <= MAX) content.files.set(path, readFileSync(full))
    else if (entry.isFile()) content.problems.push(finding('problem', path, 1, `${path} is larger than 100 MB. Keep it outside the game.`))
  }
  return content
}

const MAX = 100 << 20

/** The schema of each kind of world file; for Markdown files also the key of their prose. */
const SCHEMAS: Partial<Record<FileKind, { schema: z.ZodType; prose?: string }>> = {
  sheet: { schema: SheetFile },
  location: { schema: PlaceFile },
  journeys: { schema: JourneysFile },
  state: { schema: WorldFile },
  facts: { schema: FactTitles },
  table: { schema: TableFile },
  beliefs: { schema: Beliefs },
  storyEvent: { schema: StoryEvent.omit({ id: true, arrow: true }), prose: 'body' },
  actor: { schema: ActorLore.omit({ beliefs: true }), prose: 'about' }
}

/** Findings on the direction files that table.yaml names at a tree. */
function directionAt(hydrator: Hydrator, root: string): ProblemData[] {
  return directionFindings(hydrator.table(root).direction, (path) => hydrator.text(root, path))
}

/** The state and lore at a tree, or a problem for each world file that keeps them from being read. */
function worldAt(hydrator: Hydrator, root: string, files: ReadonlyMap<string, Buffer>): { world?: World; problems: ProblemData[] } {
  const texts = new Map([...files].flatMap(([path, bytes]) => (/\.(yaml|md)$/.test(path) ? [[path, bytes.toString('utf8')] as const] : [])))
  try {
    const { state, lore } = hydrator.at(root)
    const variables = (): string[] => variableNames({ lore, bytesOf: (path) => files.get(path) })
    return { world: { state, lore, texts, variables }, problems: [] }
  } catch (thrown) {
    const problem = withLine(toProblem(thrown).toJSON(), texts)
    const each = [...files].flatMap(([path, bytes]) => {
      const { schema, prose } = SCHEMAS[fileAt(path)?.kind ?? 'otherRule'] ?? {}
      if (!schema) return []
      try {
        const text = textOfBytes(bytes, path)
        const value = prose === undefined ? (parseYaml(text, path) ?? {}) : proseOf(text, path, prose)
        fitsSchema(prose === 'body' && isNarrative(value) ? Narrative : schema, value, path, text)
        return []
      } catch (thrown) {
        return [withLine(toProblem(thrown).toJSON(), texts)]
      }
    })
    return { problems: each.some(({ message }) => message === problem.message) ? each : [problem, ...each] }
  }
}

function proseOf(text: string, path: string, prose: string): object {
  const { matter, body } = splitFrontMatter(text, path)
  return { ...(matter as object), [prose]: body.trim() }
}

/** A problem of a file, with the line if only its path in the file is known. */
function withLine(problem: ProblemData, texts: ReadonlyMap<string, string>): ProblemData {
  const { file, line, path } = problem.data ?? {}
  const text = typeof file === 'string' ? texts.get(file) : undefined
  if (text === undefined || line !== undefined || typeof path !== 'string') return problem
  return { ...problem, data: { ...problem.data, line: linesOf(String(file), text)(path.split('/')) } }
}
