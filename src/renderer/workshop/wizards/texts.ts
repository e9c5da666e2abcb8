import type { WizardAnswers } from '../../../shared/contract/workshop-calls'
import type { WizardKind } from '../../../shared/contract/wizards'

type Answer<K extends WizardKind, Key extends string> =
  Extract<WizardAnswers, { what: K }> extends infer A ? (Key extends keyof A ? A[Key] : never) : never

/** Texts of the wizards. */
export const wizardTexts = {
  group: 'Game',
  title: 'New…',
  kinds: { action: 'Action', condition: 'Condition', item: 'Item', spell: 'Spell', table: 'Table' } satisfies Record<WizardKind, string>,
  hints: {
    action: 'Something that players, characters or the DM can do.',
    condition: 'A state of a character, such as wounded, hidden or blessed.',
    item: 'A thing that characters carry or find.',
    spell: 'An item with a spell that its carrier can cast.',
    table: 'Rows that a roll chooses from.'
  } satisfies Record<WizardKind, string>,
  names: {
    action: 'Call the ferry',
    condition: 'Seasick',
    item: 'Ferryman’s bell',
    spell: 'Still water',
    table: 'What the tide brings'
  } satisfies Record<WizardKind, string>,
  languages: { yaml: 'YAML, without code', ts: 'TypeScript' } satisfies Record<Answer<'action', 'language'>, string>,
  usersOf: {
    entry_actions: 'Players, between fights',
    combat_actions: 'Players, in fights',
    npc_actions: 'Characters of the DM, in fights',
    dm_actions: 'The DM'
  } satisfies Record<Answer<'action', 'users'>, string>,
  shapes: {
    tell: 'An action that always succeeds',
    roll: 'An action with a roll',
    person: 'An action on a character here',
    item: 'An action with a carried item'
  } satisfies Record<Answer<'action', 'shape'>, string>,
  effect: 'Effect',
  conditionEffects: {
    hinders: 'Makes a stat worse',
    helps: 'Makes a stat better',
    stops: 'Prevents actions',
    nothing: 'None; rules check for it'
  } satisfies Record<Answer<'condition', 'effect'>, string>,
  spellEffects: { harms: 'Harms a foe', heals: 'Heals a character', condition: 'Adds a condition' } satisfies Record<
    Answer<'spell', 'effect'>,
    string
  >,
  itemKinds: { weapon: 'Weapon', armor: 'Armour', consumable: 'Consumable', tool: 'Tool', light: 'Light', treasure: 'Treasure' } satisfies Record<
    Answer<'item', 'kind'>,
    string
  >
} as const
