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
  /**
   * `who`: a character or a faction, which is chosen; `people`, `quests`, `facts`: several of them; `roles`: characters with what they are;
   * `standing`: characters and factions with a number each; `warmth`: such a number.
   */
  kind: ValueKind | 'who' | 'people' | 'quests' | 'facts' | 'roles' | 'standing' | 'warmth'
  hint?: string
  lines?: number
  old?: string
  /** The allowed words; an optional field also allows an empty text. */
  words?: readonly string[]
}

const share = (key: string, label: string): StoryField => ({ key, label, kind: 'number', hint: 'From 0 to 1.' })

/** The fields of an entry of each list, in order. */
export const STORY_FIELDS: Readonly<Record<ListKind, readonly StoryField[]>> = {
  quest: [
    { key: 'name', label: t.name, kind: 'text', old: 'title' },
    {
      key: 'status',
      label: 'Status',
      kind: 'text',
      words: QUEST_STATUSES,
      hint: 'Inactive, then active, then completed or failed. With a status, it follows the facts below.'
    },
    { key: 'description', label: t.description, kind: 'text', lines: 2 },
    { key: 'giver', label: 'Given by', kind: 'who' },
    { key: 'owner', label: 'Whose quest it is', kind: 'who', hint: 'They know of it.' },
    { key: 'known_to', label: 'Also known to', kind: 'people' },
    { key: 'objectives', label: 'Objectives', kind: 'objectives', lines: 2, hint: 'One per line. Begin a line with [x] if it is done.' },
    { key: 'prerequisites', label: 'Quests to complete before', kind: 'quests' },
    { key: 'starts_when', label: 'Starts with the facts', kind: 'facts' },
    { key: 'done_when', label: 'Completed with the facts', kind: 'facts' },
    { key: 'fails_when', label: 'Fails with the facts', kind: 'facts' },
    { key: 'rewards', label: 'Rewards', kind: 'pairs', lines: 1, hint: 'One per line, such as gold: 20.' },
    { key: 'outcome', label: t.outcome, kind: 'text' }
  ],
  faction: [
    { key: 'name', label: t.name, kind: 'text', old: 'title' },
    { key: 'description', label: t.description, kind: 'text', lines: 2 },
    { key: 'goals', label: 'Goals', kind: 'list', hint: 'Separated by commas.' },
    { key: 'members', label: 'Members', kind: 'roles', hint: 'What each of them is in it, if that matters.' },
    { key: 'standing', label: 'What it thinks of others', kind: 'standing', hint: 'From −100, hatred, to 100, devotion.' }
  ],
  relationship: [
    { key: 'from', label: 'Who feels it', kind: 'who' },
    { key: 'to', label: 'About whom', kind: 'who' },
    { key: 'type', label: t.type, kind: 'text', hint: 'KIN, KNOWS, LOVES, HATES, OWES, SERVES, OWNS, ALLY, RIVAL or another word.' },
    { key: 'value', label: 'How warm', kind: 'warmth', hint: 'From −100, hatred, to 100, devotion.' },
    { key: 'text', label: 'In words', kind: 'text', hint: 'To stand before the other name: sister of.' }
  ],
  thread: [
    { key: 'text', label: 'What is open', kind: 'text', lines: 2, old: 'setup' },
    { key: 'intended_payoff', label: 'How it is meant to be paid off', kind: 'text', lines: 2 },
    { key: 'outcome', label: t.outcome, kind: 'text' }
  ],
  belief: [
    { key: 'text', label: 'In other words', kind: 'text', hint: 'If its name doesn’t say it.' },
    share('heard', 'Has heard of it'),
    share('believes', 'Believes it'),
    share('doubts', 'Doubts it'),
    share('denies', 'Denies it'),
    { key: 'source', label: t.source, kind: 'text', hint: 'Witnessed, told, inferred, assumed, taught or other words.' },
    { key: 'from_whom', label: 'From whom', kind: 'who' }
  ],
  narrative: [
    { key: 'name', label: t.name, kind: 'text' },
    { key: 'type', label: t.type, kind: 'text', words: NARRATIVE_TYPES },
    { key: 'content', label: 'What it says', kind: 'text', lines: 3 },
    { key: 'interpretation', label: 'What is made of it', kind: 'text' },
    { key: 'tone', label: 'Tone', kind: 'text' },
    { key: 'source', label: t.source, kind: 'text' },
    { key: 'focus', label: 'Focus', kind: 'number', hint: 'From 0.1 to 3; 1 leaves its weight alone.' },
    { key: 'truth', label: 'Truth', kind: 'number', hint: 'Secret: from 0 to 1. Only the DM reads this.' },
    { key: 'narrator_notes', label: 'Notes for the narrator', kind: 'text', lines: 2, hint: 'Secret: only the DM reads this.' }
  ]
}
