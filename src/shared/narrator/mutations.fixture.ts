import type { Json, JsonObject } from '../base/json'
import { talk, type SampleOutput, without } from './outputs.fixture'

const add = (type: string, payload: Json): JsonObject => ({ type, payload })
const rumour: JsonObject = {
  id: 'bren-cut-it',
  name: 'Bren cut the rope',
  content: 'They say that Bren cut the ferry rope himself.',
  type: 'rumor',
  about: { characters: ['Bren'] }
}

const sample = (name: string, mutations: Json, ...wrong: string[]): SampleOutput => ({ name, output: talk({ mutations }), wrong })

/** Outputs with faulty mutations, except the first few. A mutation's line ends in its code and its remedy. */
export const MUTATION_OUTPUTS: readonly SampleOutput[] = [
  sample('no mutations', []),
  sample('a character at a place, with everything there is to say', [
    add('new_character', {
      id: "Nan O'Dowd",
      name: "Nan O'Dowd",
      type: 'major',
      alive: true,
      traits: ['deaf'],
      skills: { leading: 'master' },
      voice: { tone: 'dry' },
      personality: { approach: 'waits', values: ['silence', 'rope'], flaw: 'pride' },
      backstory: { wound: 'A drowned son.' },
      location: 'ferry-house'
    })
  ]),
  sample('two who are linked only to each other', [
    add('new_character', { id: 'Tib', name: 'Tib' }),
    add('new_character', { id: 'Tob', name: 'Tob' }),
    add('new_edge', { from: 'Tib', to: 'Tob', type: 'KIN' })
  ]),
  sample('a rumour, who believes it, and what matters now', [
    add('new_narrative', rumour),
    add('update_belief', { character: 'Nan', narrative: 'bren-cut-it', heard: 1, believes: 0.9, source: 'told', from_whom: 'Bren' }),
    add('adjust_focus', { narrative: 'bren-cut-it', focus: 3, reason: 'The ferry is due.' })
  ]),
  sample('mutations that are a map', {}, 'mutations [mutation] `mutations` must be a list.'),
  sample(
    'a mutation that is a text',
    ['new_character'],
    'mutations[0] [mutation] A mutation must be a map. invalid_field: Write it as {"type": …, "payload": {…}}.'
  ),
  sample(
    'no type',
    [{ payload: {} }],
    'mutations[0]/type [mutation] `type` must be one of new_character, new_edge, new_narrative, update_belief, adjust_focus, but it is missing. missing_required: Use one of these types.'
  ),
  sample(
    'no payload',
    [{ type: 'adjust_focus' }],
    'mutations[0]/payload [mutation] `payload` must be a map with `narrative`, `focus`, `reason`, but it is missing. missing_required: Add `payload`.'
  ),
  sample(
    'a field beside the payload',
    [{ ...add('new_narrative', rumour), why: 'fun' }],
    'mutations[0]/why [mutation] `why` is not a field here. invalid_field: Leave it out.'
  ),
  sample(
    'a character without a name, at an age',
    [add('new_character', { id: 'Tib', location: 'ford', age: 4 })],
    'mutations[0]/payload/name [mutation] `name` must be text, but it is missing. missing_required: Add `name`.',
    'mutations[0]/payload/age [mutation] `age` is not a field here. invalid_field: Leave it out.'
  ),
  sample(
    'a character of no known type, with a skill that nobody has',
    [add('new_character', { id: 'Tib', name: 'Tib', location: 'ford', type: 'hero', skills: { flying: 'master', riding: 'good' } })],
    'mutations[0]/payload/type [mutation] `type` must be one of player, companion, major, minor, background, but it is "hero". invalid_type: Correct `type`.',
    'mutations[0]/payload/skills/riding [mutation] `riding` must be one of untrained, capable, skilled, master, but it is "good". invalid_field: Correct `riding`.',
    'mutations[0]/payload/skills/flying [mutation] `flying` is not a field here. invalid_field: Leave it out.'
  ),
  sample(
    'a character linked to nothing',
    [add('new_character', { id: 'Tib', name: 'Tib' })],
    'mutations[0]/payload/id [mutation] The character "Tib" is linked to nothing. orphaned_node: Give it a `location`, or add a new_edge to it.'
  ),
  sample(
    'characters with ids that can be no folders',
    [add('new_character', { id: 'a/b', name: 'A', location: 'ford' }), add('new_character', { id: 'dm', name: 'B', location: 'ford' })],
    'mutations[0]/payload/id [mutation] "a/b" can\'t be an id: it contains a character that some systems don\'t allow. invalid_field: Choose another id.',
    'mutations[1]/payload/id [mutation] "dm" can\'t be an id: the table has a voice of this name. invalid_field: Choose another id.'
  ),
  sample(
    'the same character twice, in capitals',
    [add('new_character', { id: 'Tib', name: 'Tib', location: 'ford' }), add('new_character', { id: 'TIB', name: 'Tib', location: 'ford' })],
    'mutations[1]/payload/id [mutation] "Tib" is already the id of a character or of something like it. duplicate: Choose another id.'
  ),
  sample(
    'an edge without a type',
    [add('new_edge', { from: 'Bren', to: 'Nan', type: ' ' })],
    'mutations[0]/payload/type [mutation] `type` must not be empty. invalid_type: Correct `type`.'
  ),
  sample(
    'an edge to nowhere',
    [add('new_edge', { from: 'Bren', type: 'OWES' })],
    'mutations[0]/payload/to [mutation] `to` must be text, but it is missing. missing_required: Add `to`.'
  ),
  sample(
    'somebody who owes themselves',
    [add('new_edge', { from: 'Bren', to: 'Bren', type: 'OWES' })],
    "mutations[0]/payload/to [mutation] Bren can't have a relation with themselves. invalid_field: Name somebody else."
  ),
  sample(
    'the same relation twice',
    [
      add('new_edge', { from: 'Bren', to: 'Nan', type: 'OWES' }),
      add('new_edge', { from: 'Bren', to: 'Nan', type: 'OWES', properties: { text: 'a rope' } })
    ],
    'mutations[1]/payload [mutation] Bren OWES Nan is a relation already. duplicate: Leave it out.'
  ),
  sample(
    'a narrative of no known type, with a weight',
    [add('new_narrative', { ...rumour, type: 'gossip', weight: 0.9 })],
    'mutations[0]/payload/type [mutation] `type` must be one of memory, account, rumor, reputation, identity, bond, oath, debt, blood, enmity, love, service and 8 more, but it is "gossip". invalid_type: Correct `type`.',
    "mutations[0]/payload/weight [mutation] `weight` can't be set: it is computed. invalid_field: Leave it out, and use adjust_focus."
  ),
  sample(
    'truth and focus out of range',
    [add('new_narrative', { ...rumour, truth: 1.2, focus: 0 })],
    'mutations[0]/payload/focus [mutation] `focus` must be at least 0.1, but it is 0. invalid_field: Correct `focus`.',
    'mutations[0]/payload/truth [mutation] `truth` must be at most 1, but it is 1.2. invalid_field: Correct `truth`.'
  ),
  sample(
    'a narrative about nothing',
    [add('new_narrative', without(rumour, 'about'))],
    'mutations[0]/payload/id [mutation] The narrative "bren-cut-it" is linked to nothing. orphaned_node: Say who or where it is `about`, or add an update_belief of it.'
  ),
  sample(
    'a narrative with an id that can be no folder',
    [add('new_narrative', { ...rumour, id: 'the cut rope' })],
    'mutations[0]/payload/id [mutation] "the cut rope" can\'t be an id: an id can contain only letters, digits, dashes and underscores. invalid_field: Choose another id.'
  ),
  sample(
    'almost the same narrative again',
    [add('new_narrative', rumour), add('new_narrative', { ...rumour, id: 'bren-did-it', content: 'They say Bren cut the ferry rope himself!' })],
    'mutations[1]/payload/content [mutation] "bren-did-it" says almost the same as the rumor "bren-cut-it". duplicate: Use update_belief on "bren-cut-it".'
  ),
  sample(
    'a belief that says nothing',
    [add('update_belief', { character: 'Nan', narrative: 'bren-cut-it' })],
    'mutations[0]/payload [mutation] This belief of Nan says nothing about bren-cut-it. missing_required: Add `heard`, `believes`, `doubts` or `denies`, from 0 to 1.'
  ),
  sample(
    'a belief about nothing',
    [add('update_belief', { character: 'Nan', narrative: '', believes: 1 })],
    'mutations[0]/payload/narrative [mutation] `narrative` must not be empty. invalid_field: Correct `narrative`.'
  ),
  sample(
    'beliefs out of range, from a dream',
    [add('update_belief', { character: 'Nan', narrative: 'bren-cut-it', believes: 2, denies: -1, source: 'dreamt' })],
    'mutations[0]/payload/believes [mutation] `believes` must be at most 1, but it is 2. invalid_field: Correct `believes`.',
    'mutations[0]/payload/denies [mutation] `denies` must be at least 0, but it is -1. invalid_field: Correct `denies`.',
    'mutations[0]/payload/source [mutation] `source` must be one of witnessed, told, inferred, assumed, taught, but it is "dreamt". invalid_field: Correct `source`.'
  ),
  sample(
    'focus without a reason',
    [add('adjust_focus', { narrative: 'bren-cut-it', focus: 3.5 })],
    'mutations[0]/payload/focus [mutation] `focus` must be at most 3, but it is 3.5. invalid_field: Correct `focus`.',
    'mutations[0]/payload/reason [mutation] `reason` must be text, but it is missing. missing_required: Add `reason`.'
  ),
  sample(
    'properties with a reserved key',
    [{ type: 'new_edge', payload: JSON.parse('{"from":"Bren","to":"Nan","type":"OWES","properties":{"__proto__":{"a":1}}}') as Json }],
    'mutations[0]/payload/properties/__proto__ [mutation] `__proto__` is not a name for anything: programs reserve it. invalid_field: Correct it.'
  )
]
