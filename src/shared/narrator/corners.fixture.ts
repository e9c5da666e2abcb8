import { FOLLOW_UP } from './follow-up'
import { answered, paragraph, place, rope, type SampleOutput, scene, talk, without } from './outputs.fixture'

const mutation = (type: string, payload: object): object => ({ type, payload })
const changing = (name: string, mutations: object[], ...wrong: string[]): SampleOutput => ({
  name,
  output: JSON.stringify(talk({ mutations: mutations as never })),
  wrong
})
const voice = { source: 'oath', text: 'Swear it.', weight: 1 }
const exit = { speaks: 'Let us go.' }
const SCENE_FIELDS = '`id`, `location`, `present`, `atmosphere`, `narration`, `voices`, `freeInput`, `exits`'

const SCENES: SampleOutput[] = [
  {
    name: 'a clickable with both an answer and a waiting message',
    output: scene(paragraph('A rope.', { rope: { ...rope, response: { text: 'Cut.' } } })),
    wrong: []
  },
  {
    name: 'a clickable whose answer is empty',
    output: scene(paragraph('A rope.', { rope: answered({ text: '' }) })),
    wrong: ['narration[0]/rope/response/text [shape] `text` must not be empty.']
  },
  {
    name: 'an alias beside the field that it stands for, in a scene and in a clickable',
    output: scene({ characters: ['Bren'], ...paragraph('A rope.', { rope: { ...rope, name: 'ask' } }) }),
    wrong: [
      "narration[0]/rope [shape] `rope` can't have `name`; it can have `speaks`, `intent`, `response`, `waitingMessage`.",
      `scene [shape] \`scene\` can't have \`characters\`; it can have ${SCENE_FIELDS}.`
    ]
  },
  {
    name: 'words of the first text in the text after the answer',
    output: scene(paragraph('A rope.', { rope: answered({ text: 'It is cut.', [FOLLOW_UP]: { text: 'A knife.', clickable: { rope } } }) })),
    wrong: ["narration[0]/rope/then/rope [key-in-text] “rope” isn't in the text that it annotates, as whole words."]
  },
  {
    name: 'a text after the text after an answer',
    output: scene(paragraph('A rope.', { rope: answered({ text: 'Cut.', [FOLLOW_UP]: { text: 'A knife.', [FOLLOW_UP]: { text: 'Rust.' } } }) })),
    wrong: ["narration[0]/rope/then [shape] `then` can't have `then`; it can have `text`, `speaker`, `clickable`."]
  },
  {
    name: 'a voice, its answer and what follows, with one capital wrong at the end',
    output: scene({
      voices: [
        {
          ...voice,
          clickable: {
            Swear: answered({
              speaker: 'Bren',
              text: 'I swear.',
              clickable: { swear: answered({ text: 'No.', [FOLLOW_UP]: { text: 'Yes or no?', clickable: { Yes: rope, No: rope } } }) }
            })
          }
        }
      ]
    }),
    wrong: ["voices[0]/Swear/response/swear/then/No [key-in-text] “No” isn't in the text that it annotates, as whole words. The text says “no”."]
  },
  {
    name: 'voices that are too loud, say their loudness in text, or come from nowhere',
    output: scene({ voices: [{ ...voice, weight: 1.01 }, { ...voice, weight: '0.5' }, without(voice, 'source')] }),
    wrong: [
      'voices[0]/weight [shape] `weight` must be at most 1, but it is 1.01.',
      'voices[1]/weight [shape] `weight` must be a number, but it is "0.5".',
      'voices[2]/source [shape] `source` must be text, but it is missing.'
    ]
  },
  { name: 'exits without any, and a voice as soft as can be', output: scene({ exits: {}, voices: [{ ...voice, weight: 0 }] }), wrong: [] },
  {
    name: 'an exit that is none, one without its line, and one that may advance time',
    output: scene({ exits: { fight: exit, travel: { destinations: ['ford'] }, wait: { ...exit, advances_time: 'yes' } } }),
    wrong: [
      'exits/travel/speaks [shape] `speaks` must be text, but it is missing.',
      'exits/wait/advances_time [shape] `advances_time` must be true or false, but it is "yes". Write true.',
      "exits [shape] `exits` can't have `fight`; it can have `travel`, `wait`."
    ]
  },
  {
    name: 'free input without a handler, with a number for a reference',
    output: scene({ freeInput: { enabled: true, context: [1] } }),
    wrong: [
      'freeInput/handler [shape] `handler` must be text, but it is missing.',
      'freeInput/context[0] [shape] `context[0]` must be text, but it is 1.'
    ]
  },
  {
    name: 'a scene that tells nothing, in no region',
    output: scene({ narration: [], location: without(place, 'region') }),
    wrong: ['location/region [shape] `region` must be text, but it is missing.', 'narration [shape] `narration` must not be empty.']
  },
  {
    name: 'clickable words as a list, and a speaker without a name',
    output: scene({
      narration: [
        { text: 'A rope.', clickable: [rope] },
        { text: 'A rope.', speaker: '' }
      ]
    }),
    wrong: [
      'narration[0]/clickable [shape] `clickable` must be a map of maps with `speaks`, `intent`, but it is a list.',
      'narration[1]/speaker [shape] `speaker` must not be empty.'
    ]
  }
]

const TIMES_AND_MODES: SampleOutput[] = [
  { name: 'a range whose mean is five minutes', output: scene({}, { time_elapsed: '1-9 minutes' }), wrong: [] },
  {
    name: 'a range whose mean is half a minute less',
    output: scene({}, { time_elapsed: '1-8 minutes' }),
    wrong: ['time_elapsed [mode] A scene tree takes 5 minutes or more. Send shorter things as dialogue with `scene`: {}.']
  },
  {
    name: 'weeks',
    output: scene({}, { time_elapsed: '2 weeks' }),
    wrong: ['time_elapsed [mode] “2 weeks” is not a time. Write one such as "10 minutes", "1-2 hours" or "3 days".']
  },
  { name: 'null for a scene', output: talk({ scene: null }), wrong: ['scene [shape] `scene` must be a map, but it is empty.'] },
  {
    name: 'mutations in a conversation in which nobody speaks',
    output: talk({ dialogue: [], mutations: [mutation('adjust_focus', { narrative: 'oath', focus: 1, reason: 'Dusk.' })] as never }),
    wrong: ['dialogue [mode] A conversation has nothing to say without `dialogue`. Send it, or a scene tree.']
  },
  {
    name: 'a field beside all that an output can have',
    output: talk({ thoughts: 'Hm.' }),
    wrong: [" [shape] The output can't have `thoughts`; it can have `dialogue`, `mutations`, `seeds`, `time_elapsed`, `scene`."]
  },
  {
    name: 'null for seeds',
    output: talk({ seeds: null }),
    wrong: ['seeds [shape] `seeds` must be a list of maps with `setup`, `intended_payoff`, but it is empty.']
  }
]

const MUTATIONS: SampleOutput[] = [
  changing(
    'focus beyond both ends, and without a reason',
    [
      mutation('adjust_focus', { narrative: 'oath', focus: 3.1, reason: 'Dusk.' }),
      mutation('adjust_focus', { narrative: 'oath', focus: 0.05, reason: 'Dusk.' }),
      mutation('adjust_focus', { narrative: 'oath', focus: 1 })
    ],
    'mutations[0]/payload/focus [mutation] `focus` must be at most 3, but it is 3.1. invalid_field: Correct `focus`.',
    'mutations[1]/payload/focus [mutation] `focus` must be at least 0.1, but it is 0.05. invalid_field: Correct `focus`.',
    'mutations[2]/payload/reason [mutation] `reason` must be text, but it is missing. missing_required: Add `reason`.'
  ),
  changing(
    'a skill and a rank that no character has',
    [mutation('new_character', { id: 'Tib', name: 'Tib', location: 'ford', skills: { fighting: 'expert', swimming: 'master' } })],
    'mutations[0]/payload/skills/fighting [mutation] `fighting` must be one of untrained, capable, skilled, master, but it is "expert". invalid_field: Correct `fighting`.',
    'mutations[0]/payload/skills/swimming [mutation] `swimming` is not a field here. invalid_field: Leave it out.'
  ),
  changing(
    'a narrative about a thing alone',
    [
      mutation('new_narrative', {
        id: 'whose-rope',
        name: 'Whose rope',
        content: 'The rope is Bren’s.',
        type: 'ownership',
        about: { things: ['rope'] }
      })
    ],
    'mutations[0]/payload/id [mutation] The narrative "whose-rope" is linked to nothing. orphaned_node: Say who or where it is `about`, or add an update_belief of it.'
  ),
  changing(
    'a narrative with a weight, below the least truth',
    [
      mutation('new_narrative', {
        id: 'oath',
        name: 'Oath',
        content: 'She swore.',
        type: 'oath',
        truth: -0.0001,
        weight: 0.4,
        about: { places: ['ford'] }
      })
    ],
    'mutations[0]/payload/truth [mutation] `truth` must be at least 0, but it is -0.0001. invalid_field: Correct `truth`.',
    "mutations[0]/payload/weight [mutation] `weight` can't be set: it is computed. invalid_field: Leave it out, and use adjust_focus."
  ),
  changing(
    'a belief from a source of another kind',
    [mutation('update_belief', { character: 'Bren', narrative: 'oath', heard: 1, source: 'rumor' })],
    'mutations[0]/payload/source [mutation] `source` must be one of witnessed, told, inferred, assumed, taught, but it is "rumor". invalid_field: Correct `source`.'
  )
]

/** Outputs at the edges of each rule of the two documents that describe them. */
export const CORNER_OUTPUTS: readonly SampleOutput[] = [...SCENES, ...TIMES_AND_MODES, ...MUTATIONS]
