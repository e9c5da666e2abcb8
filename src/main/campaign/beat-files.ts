import { type JsonObject, type StateChange, canonical, equal, isObject, own, pointerKeys } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import { fileAt, fileName, logFile, pathOf, planFile } from '../../shared/story/layout'
import type { ActionCall, Dice } from '../../shared/story/play'
import { faultLine } from '../../shared/narrator/check-mutations'
import { Problem } from '../../shared/base/problem'
import { timeOf, type GameState, type Next } from '../../shared/story/state'
import type { Documents } from '../engine/documents'
import { type RuleUse, exercisedByName } from '../engine/exercised'
import type { Outcome, Write } from '../engine/outcome'
import { DM, nameOf } from '../engine/people'
import { play } from '../engine/play'
import { decode } from './parsed-files'
import { spliceFrontMatter } from './front-matter'
import type { NewFile } from './git/commit-files'
import { actorFolderIn, FILES, locate } from './layout'
import type { Hydrated } from './hydrate'
import { listLine, MAX_LOG_ENTRIES, talkLine } from './lines'
import { mutationFiles } from './narrator/mutation-files'
import { checkPlace, notePath } from './notes/note-path'
import { recordNote, normalizedNote } from './notes/record-note'
import { withBeat } from './notes/wikilinks'
import { exercisedIn, sessionSummary, summaryText } from './summary-file'
import { newcomerOf } from './world/newcomer'
import { formatYaml, splice } from './yaml-splice'

/** The content of the file `next`. The same state always gives the same bytes, also if a new campaign or an external change wrote the file. */
export const nextFile = (next: Next): string => formatYaml(canonical(next) as unknown as JsonObject)

/** Returns the bytes of a file at the parent commit, or undefined. */
export type OldFile = (path: string) => Buffer | undefined

/**
 * Resolves a call without saving it: returns the engine's outcome, and the call with a note's text normalized. Uses the next beat's dice or `dice`.
 * Without `documents` no Arrow document is played. `folder` lists a folder of the campaign; undefined if the folder does not exist. Throws Problem if
 * the rules refuse the call or a note can't be saved at its path.
 */
export function resolveCall(
  { state, game }: { state: GameState; game: Game },
  request: ActionCall,
  folder: Parameters<typeof checkPlace>[1],
  { dice, documents }: { dice?: Dice; documents?: Documents } = {}
): { call: ActionCall; outcome: Outcome } {
  const call = request.action === 'record' ? { ...request, params: normalizedNote(request.params) } : request
  const outcome = play(state, call, game, dice, documents)
  for (const write of outcome.writes) if (write.kind === 'note') checkPlace(notePath(write.space, write.path), folder)
  return { call, outcome }
}

/** The files that a beat changes. A pure function of the parent's files, the state before and the outcome, so `verify` can compute it again. */
export function beatFiles(old: OldFile, before: GameState, outcome: Pick<Outcome, 'state' | 'changes' | 'writes'>): Map<string, NewFile> {
  const files = new Files(old)
  writeState(files, before, outcome)
  for (const write of outcome.writes) writeProse(files, before, outcome.state, write)
  return files.changed()
}

/** The files that a beat changes, without the sheets, places, facts and the turn. */
export function proseFiles(old: OldFile, before: GameState, outcome: Pick<Outcome, 'state' | 'writes'>): Map<string, NewFile> {
  const files = new Files(old)
  writeScene(files, before, outcome)
  for (const write of outcome.writes) writeProse(files, before, outcome.state, write)
  return files.changed()
}

/** A beat's files, and its outcome, whose answer reports the mutations. `isMutated`: mutations changed the files beyond the engine's state. */
export interface FilesWithMutations {
  files: Map<string, NewFile>
  outcome: Outcome
  isMutated: boolean
}

/** A beat's files with its narration's mutations; those that can't be applied are named in the answer. Pure: `verify` computes it again. */
export function filesWithMutations(old: OldFile, before: Hydrated, outcome: Outcome, game: Game): FilesWithMutations {
  const files = beatFiles(old, before.state, outcome)
  return { files, ...mutated(files, old, before, outcome, game) }
}

/** Applies the mutations of an outcome to `files`. Returns the outcome with a report in its answer. */
export function mutated(
  files: Map<string, NewFile>,
  old: OldFile,
  before: Hydrated,
  outcome: Outcome,
  game: Game
): Omit<FilesWithMutations, 'files'> {
  const items = outcome.writes.flatMap((write) => (write.kind === 'mutations' ? write.items : []))
  if (items.length === 0) return { outcome, isMutated: false }
  // `mutationFiles` numbers mutations as the beat after the given state, and these belong to the current beat.
  const state = { ...outcome.state, next: { ...outcome.state.next, beat: before.state.next.beat } }
  const folder = { bytes: (path: string) => files.get(path)?.bytes ?? old(path), under: () => [] }
  const { files: updates, applied, faults, notes } = mutationFiles({ state, lore: before.lore }, folder, items, newcomerOf(game))
  for (const [path, bytes] of updates) if (bytes) files.set(path, { bytes })
  const lines = [`${applied.length} of ${items.length} mutations were applied.`, ...faults.map(faultLine), ...notes]
  return { outcome: { ...outcome, answer: [outcome.answer, ...lines].join('\n') }, isMutated: applied.length > 0 }
}

class Files {
  readonly #now = new Map<string, NewFile>()
  readonly #old = new Map<string, Buffer | undefined>()
  constructor(private readonly old: OldFile) {}

  bytes(path: string): Buffer | undefined {
    return this.#now.get(path)?.bytes ?? this.#before(path)
  }

  #before(path: string): Buffer | undefined {
    if (!this.#old.has(path)) this.#old.set(path, this.old(path))
    return this.#old.get(path)
  }

  text(path: string): string | undefined {
    const bytes = this.bytes(path)
    return bytes && decode(bytes, path)
  }

  put(path: string, text: string): void {
    this.#now.set(path, { bytes: Buffer.from(text, 'utf8') })
  }

  append(path: string, text: string): void {
    const before = this.bytes(path) ?? Buffer.alloc(0)
    const newText = before.length > 0 && before.at(-1) !== 10 ? `\n${text}` : text
    const appended = Buffer.from(newText, 'utf8')
    const update = this.#now.get(path)
    const all = update?.appended ? Buffer.concat([update.appended, appended]) : appended
    this.#now.set(path, { bytes: Buffer.concat([before, appended]), ...(update && !update.appended ? {} : { appended: all }) })
  }

  /** Appends to a list file, which may still be written as `[]`. */
  appendItem(path: string, value: unknown): void {
    const text = this.text(path)
    if (text !== undefined && /^\s*(\[\s*\])?\s*$/.test(text)) this.put(path, listLine(value))
    else this.append(path, listLine(value))
  }

  changed(): Map<string, NewFile> {
    for (const [path, file] of this.#now) if (this.#before(path)?.equals(file.bytes)) this.#now.delete(path)
    return this.#now
  }
}

function writeState(files: Files, before: GameState, outcome: Pick<Outcome, 'state' | 'changes'>): void {
  const byFile = new Map<string, { keys: string[]; to: StateChange['to'] }[]>()
  for (const change of outcome.changes) {
    const [root] = pointerKeys(change.path)
    if (root === 'next' || root === 'scene') continue
    const at = locate(outcome.state, change.path)
    if (!at) throw new Problem('rule-failed', `The rule can't write to ${change.path}. Correct the rule.`, { path: change.path })
    if (at.keys.length === 0) {
      files.put(at.file, formatYaml(fileForm(change)))
      continue
    }
    const list = byFile.get(at.file) ?? []
    list.push({ keys: at.keys, to: change.op === 'remove' ? undefined : change.to })
    byFile.set(at.file, list)
  }
  for (const [file, changes] of byFile) files.put(file, splice(files.text(file) ?? '', changes))
  const { state } = outcome
  // The engine has sorted the keys of a turn that it created.
  if (state.next !== before.next) files.put(FILES.next, formatYaml(state.next as unknown as JsonObject))
  writeScene(files, before, outcome)
}

function writeScene(files: Files, before: GameState, { state }: Pick<Outcome, 'state'>): void {
  if (before.scene?.path !== state.scene?.path) files.put(FILES.currentScene, state.scene ? `${state.scene.path}\n` : '')
  if (state.scene && state.scene !== before.scene) {
    const { path, tree: _tree, ...front } = state.scene
    const about = `${path}/${fileName('scene')}`
    const was = before.scene?.path === path ? files.text(about) : undefined
    if (was !== undefined) files.put(about, withChangedFrontMatter(was, before.scene, front))
    else files.put(about, `---\n${formatYaml(canonical(front) as JsonObject)}---\n# ${state.scene.title}\n\n${state.scene.aim}\n`)
  }
}

/** A scene's file with the changes to its front matter. All other bytes stay the same. */
function withChangedFrontMatter(text: string, before: object | undefined, after: object): string {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after)].filter((key) => key !== 'path' && key !== 'tree'))
  const changes = [...keys].flatMap((key) => {
    const [from, to] = [own(before as JsonObject, key), own(after as JsonObject, key)]
    return from !== undefined && to !== undefined && equal(from, to) ? [] : from === to ? [] : [{ keys: [key], to }]
  })
  return changes.length === 0 ? text : spliceFrontMatter(text, changes)
}

/** The content of a new sheet's or place's file, without the key that follows from its folder (`kind` or `region`). */
function fileForm({ path, to }: StateChange): JsonObject {
  if (!isObject(to)) throw new Problem('rule-failed', `The rule can write only a whole sheet or place to ${path}. Correct the rule.`, { path })
  const derived = path.startsWith('/actors/') ? 'kind' : 'region'
  return Object.fromEntries(Object.entries(canonical(to)).filter(([key]) => key !== derived))
}

/** The file that a write replaces as a whole; undefined for a write that appends to a file or creates one. */
export function replacedFile(write: Write, before: GameState): string | undefined {
  if (write.kind === 'note') return notePath(write.space, write.path)
  if (write.kind === 'plan') return planFile(write.who === DM ? undefined : write.who)
  if (write.kind === 'scene-tree') return `${before.scene?.path}/${fileName('sceneTree')}`
  return write.kind === 'summary' ? summaryFile(write.of, before) : undefined
}

function writeProse(files: Files, before: GameState, after: GameState, write: Write): void {
  const scene = after.scene?.path ?? before.scene?.path
  const now = timeOf(after)
  const inScene = (name: string): string => {
    if (scene === undefined) throw new Problem('refused', 'No scene is open. Open one first.')
    return `${scene}/${name}`
  }
  switch (write.kind) {
    case 'log':
      files.append(currentLog(files, scene ?? inScene(fileName('log'))), listLine(write.entry))
      break
    case 'private':
      files.append(inScene(`${write.player}.md`), talkLine(write.by === 'DM' ? 'DM' : nameOf(after, write.by), write.text, after.next.beat))
      break
    case 'note': {
      const path = notePath(write.space, write.path)
      const content = fileAt(path)?.kind === 'ruling' ? withBeat(write.content, after.next.beat) : write.content
      files.put(path, recordNote(files.text(path), { path, content, tags: write.tags, now }))
      break
    }
    case 'plan': {
      const path = planFile(write.who === DM ? undefined : write.who)
      files.put(path, recordNote(files.text(path), { path, content: write.text, tags: ['plan'], now }))
      break
    }
    case 'timeline':
      files.appendItem(`${actorFolderIn(after, write.actor)}/${fileName('timeline')}`, { beat: after.next.beat, clock: now, text: write.text })
      break
    case 'session':
      files.put(
        pathOf('session', { session: String(after.next.session) }),
        `---\ntitle: ${JSON.stringify(write.title)}\nopened: ${after.next.beat}\n---\n# ${write.title}\n`
      )
      break
    case 'scene-tree':
      files.put(inScene(fileName('sceneTree')), write.text)
      break
    case 'mutations':
      // `mutated` applies them to the beat's other files.
      break
    case 'summary':
      files.put(summaryFile(write.of, before), summaryText(write.text, write.recap, counted(files, write, before), write.usable))
      break
  }
}

/** The LOG file for the next entry: LOG.yaml, then LOG-2.yaml … after MAX_LOG_ENTRIES entries each. */
function currentLog(files: Files, scene: string): string {
  let n = 1
  while (files.bytes(logFile(scene, n + 1))) n++
  const bytes = files.bytes(logFile(scene, n))
  if (bytes === undefined) return logFile(scene, n)
  let entries = 0
  for (let i = bytes.indexOf('\n- '); i >= 0; i = bytes.indexOf('\n- ', i + 1)) entries++
  return logFile(scene, entries + 1 < MAX_LOG_ENTRIES ? n : n + 1)
}

const summaryFile = (of: 'scene' | 'session' | 'campaign', before: GameState): string =>
  of === 'scene' ? `${before.scene?.path}/${fileName('sceneSummary')}` : of === 'session' ? sessionSummary(before.next.session) : FILES.summary

/** The counts of a summary: the rules exercised in its scene or session; for the campaign's summary, those of the earlier sessions as well. */
function counted(files: Files, { of, exercised, outcomes }: Extract<Write, { kind: 'summary' }>, before: GameState): Map<string, RuleUse> {
  const counts = exercisedByName(exercised, outcomes)
  if (of !== 'campaign') return counts
  for (let session = 1; session < before.next.session; session++)
    for (const [name, { times, outcomes: came }] of exercisedIn(files.text(sessionSummary(session)) ?? '')) {
      const sum: RuleUse = counts.get(name) ?? { times: 0, outcomes: new Map() }
      sum.times += times
      for (const [outcome, count] of came) sum.outcomes.set(outcome, (sum.outcomes.get(outcome) ?? 0) + count)
      counts.set(name, sum)
    }
  return counts
}
