import { Problem } from '../../../shared/base/problem'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { Atlas } from './atlas'
import { editSummary, type EditSummaryPart } from './edit-summary'
import type { OldFiles } from './drafts'
import { putActor, putJourney, putPlace, putRegion, putSpots, type Done } from './put'
import { putBelief, putNarrative, putStory, removeBelief, removeNarrative, removeStory } from './put-story'
import { remove } from './remove'
import { rename } from './rename'

/**
 * The result of an edit: files by path (null: removed), the ids that it created, and a summary in one line. For the links that have to follow: moved
 * files, renamed places and regions (old name, new name), and the current names of everything.
 */
export interface Edited {
  files: Map<string, Buffer | null>
  created: string[]
  summary: string
  moves: [string, string][]
  retitled: [string, string][]
  names: string[]
}

/**
 * The files that an edit of the world changes, with only the lines that it changes. A pure function of the state and prose before. Throws Problem
 * `not-found`, `bad-input`, or `refused`, which includes an edit that changes nothing.
 */
export function editFiles({ state, lore }: { state: GameState; lore: Lore }, old: OldFiles, edits: readonly WorldEdit[]): Edited {
  const atlas = new Atlas(state, lore, old)
  const created: string[] = []
  const parts: EditSummaryPart[] = []
  const retitled: [string, string][] = []
  for (const edit of edits) {
    const before = nameOf(atlas, edit)
    const applied = apply(atlas, edit)
    const after = nameOf(atlas, edit)
    if (before !== undefined && after !== undefined && before !== after) retitled.push([before, after])
    if (applied.created !== undefined) created.push(applied.created)
    parts.push(...applied.parts)
  }
  const files = atlas.drafts.changed()
  if (files.size === 0) throw new Problem('refused', 'The world already has these values, so there is nothing to save.')
  const places = [...atlas.places].flatMap(([id, { name }]) => [id, name])
  const people = Object.entries(state.actors).flatMap(([id, { name }]) => [id, name])
  const names = [...places, ...[...atlas.regions].flat(), ...people]
  return { files, created, summary: editSummary(parts), moves: atlas.drafts.moves, retitled, names }
}

/** The name of the place or region that an edit writes. */
function nameOf({ places, regions }: Atlas, edit: WorldEdit): string | undefined {
  if (edit.op === 'put-place') return places.get(edit.id ?? '')?.name
  return edit.op === 'put-region' ? regions.get(edit.id ?? '') : undefined
}

/** The function for each kind of step. */
const STEPS: { [Op in WorldEdit['op']]: (atlas: Atlas, edit: Extract<WorldEdit, { op: Op }>) => Done } = {
  'put-region': putRegion,
  'put-place': putPlace,
  'put-journey': putJourney,
  spots: putSpots,
  'put-actor': putActor,
  'put-story': putStory,
  'remove-story': removeStory,
  'put-belief': putBelief,
  'remove-belief': removeBelief,
  'put-narrative': putNarrative,
  'remove-narrative': removeNarrative,
  remove,
  rename
}
const apply = (atlas: Atlas, edit: WorldEdit): Done => (STEPS[edit.op] as (atlas: Atlas, edit: WorldEdit) => Done)(atlas, edit)
