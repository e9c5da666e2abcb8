import { attitude, called, canAct, Draft, nextReveal, npcsAt, placeOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'

const partners = (state: GameState, actor: string): string[] => npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor)

const TELLS = [
  '$N says to $A: “$R”',
  '“$R” So says $N; it was $A who asked.',
  '$N looks $A over once and begins. “$R”',
  '$A lets $N finish the work in hand, and then it comes: “$R”',
  "“$R” $N tells it like somebody putting down something heavy, at $A's feet.",
  '$A does not need to ask $N twice. “$R”',
  '$A asks the plain question, and $N gives the plain answer: “$R”',
  '“$R” It is out before $N has thought about who $A is.',
  '$N counts something off on the fingers for $A. “$R”',
  'It takes $A a while, and $N a deep breath: “$R”',
  '“$R” And $N goes back to what $A had interrupted.',
  '$N draws $A aside, out of the draught and out of earshot. “$R”',
  'What $A gets from $N is this: “$R”',
  '“$R” $N might have told it before, had anybody as useful as $A asked.',
  '$N makes $A wait for it. “$R”',
  '$A has the sense to keep still, and $N to go on: “$R”',
  '“$R” $A thanks $N, and finds that the kettle has boiled dry meanwhile.'
]
const SMALL = [
  '$N has a word for $A, and it is about the weather.',
  '$A and $N talk of knees.',
  '$N tells $A a story that has no end, or not today.',
  'Whatever $A brings up, $N had a cousin like that.',
  '$N says what $N always says, and $A nods as if it were new.',
  '$A asks; $N answers some other question.',
  '$N is glad of the company and says nothing in particular to $A.',
  'It goes to and fro between $A and $N like a shuttle without thread.',
  '$N asks $A where from, and where to, and forgets both.',
  '$A hears all about prices from $N.',
  '$N and $A agree about stairs: there are too many.'
]
const SHUT = [
  'There is more behind it, and $N does not trust $A with it yet.',
  '$N stops short of something. $A sees the place where it stopped.',
  '“Ask me when I know you,” says $N.',
  'There is one subject $N walks round like a hole, while $A looks on.',
  '$N would tell somebody who had earned it. $A can take the hint.',
  'Whenever it gets near the point, $N finds something to wipe.',
  '$N keeps a hand on a pocket the whole time, as $A cannot help but notice.'
]
const HOSTILE = [
  '$N hears $A out with bared teeth, or what there is of them.',
  '$N has one word for $A, and repeats it.',
  '$A talks. $N moves a little nearer.',
  "$N's face has nothing for $A but weather.",
  '$N lets $A get to the end of the sentence, which is something.',
  '$A says who they all are and what they want, and $N spits.',
  '$N cannot be said to listen to $A, but does not strike either, yet.'
]
const DONE = [
  'That is all of it.',
  'There is no more to be had there.',
  'With that, the talk has run dry.',
  'The rest is courtesy.',
  'And so goodbye, or good day.'
]

export default {
  name: 'talk',
  kind: 'talk',
  description: 'Talk with somebody here.',
  params(state, actor) {
    const people = partners(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to talk with', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can talk'
    if (!canAct(state, actor)) return "they can't act"
    return notYet(state) ?? (partners(state, actor).length > 0 || 'there is nobody here to talk with')
  },
  execute(state, actor, params) {
    const { target } = params
    const draft = new Draft(state)
    const npc = draft.actor(target)
    const mood = attitude(npc)
    const say = (lines: readonly string[], what = ''): void =>
      draft.say(tell(state, 'talk', lines, { N: npc.name, A: draft.actor(actor).name, R: what }))
    if (npc.tags['met'] !== true) draft.put(['actors', target, 'tags', 'met'], true)
    const reveal = nextReveal(state, npc, mood)
    const held = Object.keys(npc.reveals ?? {}).some((id) => !state.facts[id])
    if (reveal) {
      draft.setFact(reveal[0])
      say(TELLS, reveal[1].text.trim() || `It is about the ${reveal[0].replaceAll(/[-_]/g, ' ')}.`)
    } else if (mood === 'hostile') say(HOSTILE)
    else {
      say(SMALL)
      say(held ? SHUT : DONE)
    }
    draft.passTime(5)
    return draft.result([], { status: 'success', npc: target, fact: reveal?.[0] ?? 'none' })
  }
} satisfies Action<{ target: string }>
