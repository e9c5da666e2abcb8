import { QUEST_STATUSES } from '../../../shared/story/story-state'
import { NARRATIVE_TYPES } from '../../../shared/narrator/narrative-types'
import { storyTexts as t } from './texts'
import type { ValueKind } from './values'

/** The lists of the story's state. */
export const LISTS = ['quest', 'faction', 'relationship', 'thread', 'belief', 'narrative'] as const
export type ListKind = (typeof LISTS)[number]

/** A field of an entry. `old`: the key of older files, read if the field's own is absent. */
export interface StoryField {
  key: string
  label: string
  kind: ValueKind
  hint?: string
  lines?: number
  old?: string
  /** The allowed words; an optional field also allows an empty text. */
  words?: readonly string[]
  /** Id of a list of suggestions. */
  list?: string
}

const NAMES = 'story-names'
const share = (key: string, label: string): StoryField => ({ key, label, kind: 'number', hint: t.share })

/** The fields of an entry of each list, in order. */
export const FIELDS: Readonly<Record<ListKind, readonly StoryField[]>> = {
  quest: [
    { key: 'name', label: t.name, kind: 'text', old: 'title' },
    { key: 'status', label: t.status, kind: 'text', words: QUEST_STATUSES, hint: t.statusHint },
    { key: 'description', label: t.description, kind: 'text', lines: 2 },
    { key: 'giver', label: t.giver, kind: 'word', list: NAMES },
    { key: 'owner', label: t.owner, kind: 'word', list: NAMES, hint: t.ownerHint },
    { key: 'known_to', label: t.knownTo, kind: 'ids', hint: t.knownToHint },
    { key: 'objectives', label: t.objectives, kind: 'objectives', lines: 2, hint: t.objectivesHint },
    { key: 'prerequisites', label: t.prerequisites, kind: 'ids', hint: t.prerequisitesHint },
    { key: 'starts_when', label: t.startsWhen, kind: 'facts' },
    { key: 'done_when', label: t.doneWhen, kind: 'facts' },
    { key: 'fails_when', label: t.failsWhen, kind: 'facts' },
    { key: 'rewards', label: t.rewards, kind: 'pairs', lines: 1, hint: t.rewardsHint },
    { key: 'outcome', label: t.outcome, kind: 'text' }
  ],
  faction: [
    { key: 'name', label: t.name, kind: 'text', old: 'title' },
    { key: 'description', label: t.description, kind: 'text', lines: 2 },
    { key: 'goals', label: t.goals, kind: 'facts', hint: t.goalsHint },
    { key: 'members', label: t.members, kind: 'pairs', lines: 2, hint: t.membersHint },
    { key: 'standing', label: t.standing, kind: 'pairs', lines: 1, hint: t.standingHint }
  ],
  relationship: [
    { key: 'from', label: t.from, kind: 'word', list: NAMES },
    { key: 'to', label: t.to, kind: 'word', list: NAMES },
    { key: 'type', label: t.type, kind: 'text', hint: t.typeHint },
    { key: 'value', label: t.value, kind: 'number', hint: t.valueHint },
    { key: 'text', label: t.words, kind: 'text', hint: t.wordsHint }
  ],
  thread: [
    { key: 'text', label: t.setup, kind: 'text', lines: 2, old: 'setup' },
    { key: 'intended_payoff', label: t.payoff, kind: 'text', lines: 2 },
    { key: 'outcome', label: t.outcome, kind: 'text' }
  ],
  belief: [
    { key: 'text', label: t.claimWords, kind: 'text', hint: t.claimWordsHint },
    share('heard', t.heard),
    share('believes', t.believes),
    share('doubts', t.doubts),
    share('denies', t.denies),
    { key: 'source', label: t.source, kind: 'text', hint: t.sourceHint },
    { key: 'from_whom', label: t.fromWhom, kind: 'word', list: NAMES }
  ],
  narrative: [
    { key: 'name', label: t.name, kind: 'text' },
    { key: 'type', label: t.type, kind: 'text', words: NARRATIVE_TYPES },
    { key: 'content', label: t.content, kind: 'text', lines: 3 },
    { key: 'interpretation', label: t.interpretation, kind: 'text' },
    { key: 'tone', label: t.tone, kind: 'text' },
    { key: 'source', label: t.source, kind: 'text' },
    { key: 'focus', label: t.focus, kind: 'number', hint: t.focusHint },
    { key: 'truth', label: t.truth, kind: 'number', hint: t.truthHint },
    { key: 'narrator_notes', label: t.notes, kind: 'text', lines: 2, hint: t.notesHint }
  ]
}
