/** A call that isn't quite the exact form, by the seat whose turn it is. */
export interface NearMiss {
  seat: 'DM' | 'Wren'
  tool: string
  input: unknown
  /** The parameters of the exact form in which it is played; absent if it isn't played. */
  means?: object
  /** What was understood, or why it isn't played, as the model reads it. */
  says: string
}

const miss = (seat: NearMiss['seat'], tool: string, input: unknown, means: object, says: string): NearMiss => ({ seat, tool, input, means, says })
const refusal = (seat: NearMiss['seat'], tool: string, input: unknown, says: string): NearMiss => ({ seat, tool, input, says })

/** Calls of the DM and a player in the yard of the sample campaign. */
export const NEAR_MISSES: readonly NearMiss[] = [
  miss('Wren', 'talk', { target: 'Mother Hask' }, { target: 'Hask' }, 'Understood target as Hask.'),
  miss('Wren', 'talk', { target: 'Hask (Mother Hask)' }, { target: 'Hask' }, 'Understood target as Hask.'),
  miss('Wren', 'talk', { target: 'hask' }, { target: 'Hask' }, 'Understood target as Hask.'),
  miss('Wren', 'search', { feature: 'the chained windlass' }, { feature: 'chain' }, 'Understood feature as chain.'),
  miss(
    'Wren',
    'travel',
    { journey: "north to Honesty's House" },
    { journey: 'throat-yard--bell-house' },
    'Understood journey as throat-yard--bell-house.'
  ),
  miss('Wren', 'travel', { journey: "Marget's Taproom" }, { journey: 'throat-yard--long-pull' }, 'Understood journey as throat-yard--long-pull.'),
  miss('Wren', 'travel', { journey: 'long-pull' }, { journey: 'throat-yard--long-pull' }, 'Understood journey as throat-yard--long-pull.'),
  miss(
    'Wren',
    'give',
    { item: 'horn lantern', target: 'tobit' },
    { item: 'lantern', target: 'Tobit' },
    'Understood item as lantern, target as Tobit.'
  ),
  miss('Wren', 'speak', { text: 'Hello', tone: 'dry' }, { text: 'Hello' }, 'Left out tone.'),
  miss('Wren', 'explore', { place: 'throat-yard' }, {}, 'Left out place.'),
  miss('Wren', 'pass', { reason: 'waiting' }, {}, 'Left out reason.'),
  miss('DM', 'call_on', { who: 'all' }, { who: ['all'] }, 'Understood who as all.'),
  miss('DM', 'call_on', { who: 'Wren, Tobit' }, { who: ['Wren', 'Tobit'] }, 'Understood who as Wren, Tobit.'),
  miss('DM', 'call_on', { who: ['everyone'] }, { who: ['all'] }, 'Understood who as all.'),
  miss('DM', 'call_on', { who: ['Wren and Tobit'] }, { who: ['Wren', 'Tobit'] }, 'Understood who as Wren, Tobit.'),
  miss('DM', 'call_on', { who: '["all"]' }, { who: ['all'] }, 'Understood who as all.'),
  miss('DM', 'narrate', { text: 'Good evening.', voice: 'Mother Hask' }, { text: 'Good evening.', voice: 'Hask' }, 'Understood voice as Hask.'),
  miss('DM', 'narrate', { text: 'Good evening.', voice: null }, { text: 'Good evening.' }, 'Left out voice.'),
  miss('DM', 'change_relationship', { from: 'Wren', to: 'Hask', by: '5' }, { from: 'Wren', to: 'Hask', by: 5 }, 'Understood by as 5.'),
  miss(
    'DM',
    'set-fact',
    { fact: 'Bridge Down', text: 'The bridge is down.' },
    { fact: 'bridge-down', text: 'The bridge is down.' },
    'Understood fact as bridge-down.'
  ),
  miss(
    'DM',
    'set-fact',
    { fact: 'bridge-down', text: 'The bridge is down.', holds: true },
    { fact: 'bridge-down', text: 'The bridge is down.', holds: 'yes' },
    'Understood holds as yes.'
  ),
  miss('DM', 'recall', { tags: 'ruling' }, { tags: ['ruling'] }, 'Understood tags as ruling.'),
  miss('DM', 'recall', { limit: '5', query: 'well' }, { query: 'well', limit: 5 }, 'Understood limit as 5.'),
  miss(
    'DM',
    'record',
    { note_path: 'rulings/x', content: '# X' },
    { note_path: 'rulings/x.md', content: '# X' },
    'Understood note_path as rulings/x.md.'
  ),
  miss('DM', 'record', { note_path: 'world/misc/y.md', content: '# Y' }, { note_path: 'world/misc/y.md', content: '# Y' }, ''),
  miss('DM', 'roll_table', { table: 'Rumour' }, { table: 'rumour' }, 'Understood table as rumour.'),
  miss('DM', 'pass-time', { span: 'a quarter of an hour' }, { span: 'quarter' }, 'Understood span as quarter.'),
  miss(
    'DM',
    'hazard',
    { target: 'Wren', stat: 'dex', damage: '1d6' },
    { target: 'Wren', stat: 'DEX', damage: 'd6' },
    'Understood stat as DEX, damage as d6.'
  ),
  miss('DM', 'move-npc', { npc: 'Sim Gant', to: 'Throat Yard' }, { npc: 'Gant', to: 'throat-yard' }, 'Understood npc as Gant, to as throat-yard.'),
  miss('DM', 'start-combat', { foes: 'Hask' }, { foes: ['Hask'] }, 'Understood foes as Hask.'),
  miss('DM', 'award-xp', { target: 'Wren', deed: 'a danger faced' }, { target: 'Wren', deed: 'danger' }, 'Understood deed as danger.'),
  refusal('Wren', 'travel', { journey: 'throat-yard' }, 'travel: "throat-yard" for "journey" may mean throat-yard--bell-house'),
  refusal('Wren', 'talk', { target: 'Bodkin' }, 'talk can\'t take "Bodkin" for "target". Choose one of: Hask.'),
  refusal('Wren', 'pass', { as: 'Tobit' }, 'pass has no parameter "as". It takes no parameters.'),
  refusal('DM', 'hazard', { target: 'Wren', stat: 'luck', damage: 'd6' }, 'hazard can\'t take "luck" for "stat". Choose one of: STR, DEX, WIL.'),
  refusal('DM', 'change_relationship', { from: 'Wren', to: 'Hask', by: 'five' }, 'change_relationship needs a number for "by".'),
  refusal('DM', 'record', { note_path: 'rulings/x.txt', content: 'X' }, 'it does not end in .md')
]
