import { MAX_WAIT_SECONDS } from '../../shared/contract/seat-calls'
import { type SeatTool, shape } from './tool'

/** The actions of a context that are tools of their own here. */
const LOOKS: ReadonlySet<string> = new Set(['recall', 'get_location', 'get_exits'])
/** The longest name of an action that is passed on. */
const MAX_NAME = 200

const HOW =
  'You play your seat with the tools of this server. What the text below calls your tools are the actions that available_actions lists; do them with act.'

const TEXT = { type: 'string' }

/** The tools of the DM's and the players' seats. Each is answered from the seat that the client was started for, and from no other. */
export const SEAT_TOOLS: readonly SeatTool[] = [
  {
    shape: shape(
      'context',
      'Whose turn it is and, in your turn, what your seat knows now. Call it first, after each act, and again while you wait.',
      {
        properties: {
          wait: { type: 'number', description: `Seconds to wait for your turn before the answer comes: at most ${MAX_WAIT_SECONDS}; 0 if left out.` },
          whole: { type: 'boolean', description: 'Whether to give what your seat knows even if it is not your turn.' }
        }
      }
    ),
    async run(calls, who, { wait = 0, whole = false }) {
      const seconds = Math.min(Math.max(Number(wait), 0), MAX_WAIT_SECONDS)
      const { mayAct, words, beat, context } = await calls.seatView({ who, wait: seconds })
      const now = `${words} The next beat is ${beat}.`
      if (!mayAct && whole !== true) return { ok: true, text: now }
      const pieces = context.pieces.flatMap(({ kept, text }) => (kept && text.trim() !== '' ? [text] : []))
      return { ok: true, text: [HOW, ...pieces, `# Now\n${now}`].join('\n\n') }
    }
  },
  {
    shape: shape('available_actions', 'What you can do now with act: the actions, and the JSON Schema of their parameters.'),
    async run(calls, who) {
      const { mayAct, beat, words, context } = await calls.seatView({ who })
      if (!mayAct) return { ok: true, text: words }
      const actions = context.tools
        .filter(({ action }) => !LOOKS.has(action))
        .map(({ name, description, input_schema }) => ({ name, description, parameters: input_schema }))
      return { ok: true, text: JSON.stringify({ beat, actions }) }
    }
  },
  {
    shape: shape('act', 'Do one action in your turn. It is saved as one beat of the story, or refused with the reason.', {
      required: ['beat', 'action'],
      properties: {
        beat: { type: 'number', description: 'The number of the beat that you act for, as context and available_actions give it.' },
        action: { ...TEXT, description: 'The name of an action, as available_actions gives it.' },
        parameters: { type: 'object', description: "The action's parameters." }
      }
    }),
    // Models often put the parameters beside the action.
    prepare: ({ parameters, ...given }) => {
      const { beat, action, ...beside } = given
      const own = Object.entries({ beat, action }).filter(([, value]) => value !== undefined)
      return { ...Object.fromEntries(own), parameters: parameters ?? beside }
    },
    run: (calls, who, { beat, action, parameters = {} }) =>
      calls.seatAct({ who, use: { beat: Number(beat), action: String(action).slice(0, MAX_NAME), input: parameters } })
  },
  {
    shape: shape('look', 'A place with players in it as you see it: description, people and things; or its exits. You can look at any time.', {
      properties: {
        what: { ...TEXT, enum: ['place', 'exits'], description: 'What to look at; the place if left out.' },
        place: { ...TEXT, description: "The place's id or name; yours if left out." }
      }
    }),
    run: (calls, who, { what, ...input }) => calls.seatLook({ who, action: what === 'exits' ? 'get_exits' : 'get_location', input })
  },
  {
    shape: shape('recall', 'Searches your notes and memories. You can recall at any time.', {
      properties: {
        query: { ...TEXT, description: 'Text to search for.' },
        tags: { type: 'array', items: TEXT, description: 'Tags that must all match.' },
        link_target: { ...TEXT, description: 'Only notes that link to this note or name.' },
        limit: { type: 'number', description: 'The maximum number of results.' }
      },
      isOpen: true
    }),
    run: (calls, who, input) => calls.seatLook({ who, action: 'recall', input })
  }
]
