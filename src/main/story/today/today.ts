import { own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { Choices, TodayConflict, TodayWorld } from '../../../shared/contract/today-calls'
import { loadGame } from '../../rules/load-game'
import { ifReadable } from '../../campaign/parsed-files'
import type { Commit } from '../../campaign/history'
import type { GameLists, Side } from '../compare/sides'
import { mergedEdit } from '../edits/edit-history'
import { filesOf, overlay, rulesIn } from '../edits/overlay'
import type { NameChange } from '../../workshop/renamed-text'
import type { StoryReader } from '../reader'
import { type OpenConflict, FileDraft, type Where } from './conflict'
import { sheetOf } from './merge-input'
import { namesChangedIn, renamedStep, renamesIn, withNames } from './renames'
import { stateConflicts } from './state-conflicts'
import { editsOnlyOn, namedEdits, type Step } from './steps'
import { collecting, keptState } from './value-conflicts'

/** A beat restarts in today's world. */
export const RESTART: Where = { here: 'at this beat', there: "today's world" }
/** Edits come to a branch. */
export const bringingTo = (branch: string): Where => ({ here: `on ${branch}`, there: 'the edited world' })

/** The files that a commit gets from edits, with the modes that they gave, and the conflicts as they are decided. */
export interface MergedWorld {
  files: Map<string, Buffer | null>
  modes: Map<string, number>
  conflicts: OpenConflict[]
}

/**
 * Makes edits over a commit, in memory. What the story's state and the edits disagree on is decided by `choices`, else as is sensible.
 * In a restart the story's state stays that of the commit, even where only edits changed it. Throws Problem
 * `bad-file` or `rule-failed` if the rules of the result don't load.
 */
export async function mergeWorld(campaign: StoryReader, at: Commit, steps: readonly Step[], choices: Choices, where: Where): Promise<MergedWorld> {
  const { history, past } = campaign
  const { state, lore } = past.files.at(at.tree)
  const game = await past.listsAt(at.tree)
  const side: Side = { state, lore, game, text: (path) => past.files.text(at.tree, path) }
  const files = new FileDraft(new Map(), (path) => past.bytes(at.tree, path))
  const modes = new Map<string, number>()
  const worlds = { a: (await sideOf(campaign, steps)) ?? side, b: side }
  const { decide, conflicts: valueConflicts, changed } = collecting(choices, { worlds, where })
  // A restart takes the branch's own edits back, so nothing has a name of its own there.
  const last = where === RESTART ? undefined : steps.at(-1)?.commit.id
  const editsHere = last === undefined ? [] : editsOnlyOn(history, at.id, last)
  const [renames, names] = [renamesIn(campaign, editsHere), namesChangedIn(campaign, editsHere)]
  for (const { commit, direction } of steps) {
    const step = mergedEdit(campaign, commit, direction, files.bytes, decide, (one) => renamedStep(one, renames, names))
    for (const [path, bytes] of step.files) files.set(path, bytes)
    for (const [path, mode] of step.modes) modes.set(path, mode)
  }
  followNames(campaign, at, steps, names, files)
  for (const [path, bytes] of files.changed) if (bytes && files.before(path)?.equals(bytes) && !modes.has(path)) files.restore(path)
  const newGame = await gameWith(campaign, at.tree, files.changed, game)
  const below = (folder: string): string[] => {
    const entry = past.files.entry(at.tree, folder)
    return entry ? [...filesOf(history, entry.oid).keys()].map((path) => `${folder}/${path}`) : []
  }
  const values = valueConflicts()
  const asked = new Set(values.map(({ id }) => id))
  const gone = stateConflicts({ state, lore, game, files, below, newGame, where, changed: where === RESTART ? new Map() : changed, asked })
  const decided = new Set([...asked, ...placesDecided(gone, state)])
  const conflicts = [...values, ...(where === RESTART ? keptState(files, { worlds, where }, decided) : []), ...gone]
  for (const { id, choices: ways, preselected } of conflicts) {
    const wanted = Object.hasOwn(choices, id) ? choices[id] : preselected
    const way = ways.find((one) => one.id === wanted)
    if (!way)
      throw new Problem('bad-input', `A conflict can't be decided by "${wanted}". Choose ${ways.map((one) => one.id).join(', ')}.`, { conflict: id })
    way.apply?.(files)
  }
  return { files: files.changed, modes, conflicts }
}

/** Has what only these files refer to by an old name follow the edits that renamed it. `here`: what was renamed here before. */
function followNames(campaign: StoryReader, at: Commit, steps: readonly Step[], here: readonly NameChange[], files: FileDraft): void {
  const redone = steps.flatMap(({ commit, direction }) => (direction === 'redo' ? [commit] : []))
  const calledHere = ({ kind, id }: NameChange): string => here.reduce((name, one) => (one.kind === kind && one.id === name ? one.to : name), id)
  const names = namesChangedIn(campaign, redone).map((one) => ({ ...one, id: calledHere(one) }))
  if (names.length === 0) return
  const paths = new Set([...campaign.history.files(at.tree).keys(), ...files.changed.keys()])
  for (const path of paths) {
    if (!/^(?:world|rules)\/|^table\.yaml$/.test(path)) continue
    const bytes = files.bytes(path)
    const named = withNames(path, bytes, names)
    if (named && named !== bytes) files.set(path, named)
  }
}

/** The world of the last edit, for the names that things have there; undefined if it can't be read. */
async function sideOf({ past }: StoryReader, steps: readonly Step[]): Promise<Side | undefined> {
  const commit = steps.findLast(({ direction }) => direction === 'redo')?.commit
  const files = commit && ifReadable(() => past.files.at(commit.tree))
  return commit && files && { ...files, game: await past.listsAt(commit.tree), text: (path) => past.files.text(commit.tree, path) }
}

/** The places of characters that are decided already, because theirs is gone. */
const placesDecided = (gone: readonly OpenConflict[], { actors }: GameState): string[] =>
  gone.flatMap(({ id }) => {
    const who = id.startsWith('at ') ? id.slice(3) : ''
    const kind = own(actors, who)?.kind
    return kind === undefined ? [] : [`${sheetOf(kind, who)}/location`]
  })

/** The game's lists with changed files; those before if no rule changes. */
async function gameWith(
  { history }: StoryReader,
  tree: string,
  files: ReadonlyMap<string, Buffer | null>,
  before: GameLists | undefined
): Promise<GameLists | undefined> {
  if (![...files.keys()].some((path) => path.startsWith('rules/'))) return before
  const { objects, root } = overlay(history, tree, files)
  const game = await loadGame(rulesIn(objects, root))
  game.dispose()
  return game
}

/** What a commit would get from these steps, for a person to decide. */
export async function todayWorld(campaign: StoryReader, at: string, steps: readonly Step[], choices: Choices, where: Where): Promise<TodayWorld> {
  const { conflicts } = await mergeWorld(campaign, campaign.history.commit(at), steps, choices, where)
  const inDirection = (direction: Step['direction']): Commit[] => steps.flatMap((step) => (step.direction === direction ? [step.commit] : []))
  return {
    at,
    edits: namedEdits(inDirection('redo')),
    takenBack: namedEdits(inDirection('undo')),
    conflicts: conflicts.map(withoutEffects)
  }
}

const withoutEffects = ({ id, words, choices, preselected }: OpenConflict): TodayConflict => ({
  id,
  words,
  choices: choices.map(({ id: choice, words: said }) => ({ id: choice, words: said })),
  preselected
})

/** Throws Problem `refused` with the undecided conflicts if a person hasn't decided all of them. */
export function refuseUndecided(conflicts: readonly OpenConflict[], choices: Choices): void {
  const open = conflicts.filter(({ id }) => !Object.hasOwn(choices, id))
  if (open.length === 0) return
  const words = open.map((one) => one.words)
  const more = words.length > 3 ? ` And ${words.length - 3} more.` : ''
  throw new Problem('refused', `Decide first what becomes of the differences: ${words.slice(0, 3).join(' ')}${more}`, {
    conflicts: open.map(withoutEffects)
  })
}
