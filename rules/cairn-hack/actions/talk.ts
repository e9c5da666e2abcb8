import { atLeast, attitude, called, canAct, Draft, holds, npcsAt, placeOf, remembered, tell, warmer } from 'proscenium'
import { reaction } from '../lib/mood'
import { attempt } from '../lib/saves'

const AGAIN = 60

/** The next thing that a character would reveal now. */
function nextReveal(state: GameState, npc: Actor, mood: Attitude): [string, Reveal] | undefined {
  return Object.entries(npc.reveals ?? {}).find(
    ([id, reveal]) => !state.facts[id] && holds(state, reveal.after) && atLeast(mood, reveal.needs ?? 'wary')
  )
}
/** Whether a character would reveal more in a better mood. */
const keepsBack = (state: GameState, npc: Actor): boolean =>
  Object.entries(npc.reveals ?? {}).some(
    ([id, reveal]) => !state.facts[id] && holds(state, reveal.after) && !atLeast(attitude(npc), reveal.needs ?? 'wary')
  )

/** Whether talking to a character can achieve anything now. */
function worthTalking(state: GameState, id: string): boolean {
  const npc = state.actors[id]
  if (!npc || attitude(npc) === 'hostile') return false
  if (npc.tags['met'] !== true || nextReveal(state, npc, attitude(npc)) !== undefined) return true
  const pressed = npc.tags['pressed']
  return keepsBack(state, npc) && (typeof pressed !== 'number' || state.clock.minutes >= pressed + AGAIN)
}
const partners = remembered((state, actor) => npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && worthTalking(state, id)))

const MOODS: Record<Attitude, string[]> = {
  hostile: [
    '$N listens to $A with a hand already moving, and the talking is over.',
    '$A says something, and it is the wrong thing to say to $N.',
    '$N has heard as much of $A as $N is going to.',
    '$A opens a mouth, and $N shows what is thought of that.',
    'It might have gone well, but $A smiled, and $N took it the wrong way.',
    '$N lets $A get as far as the name.'
  ],
  wary: [
    '$N answers $A from half a step further away.',
    '$N gives $A short answers and watches the hands.',
    '$N wants to know who sent $A, and believes none of it.',
    'Whatever $A asks, $N asks it back.',
    '$N goes on with the work while $A talks, and looks up once.',
    '$A tries the weather, and $N looks at it as though it had a price.',
    '$N keeps something solid between them, and lets $A talk across it.',
    '“That depends,” says $N to most of what $A has to ask.',
    '$N hears the first half of what $A says, and looks for the exits during the second.',
    'There is a yes from $N, and a no, and $A cannot match them to the questions.',
    '$N is as civil to $A as a shut gate.',
    '$A learns from $N what time it is, and that it is late.'
  ],
  neutral: [
    '$N hears $A out.',
    '$N and $A trade the kind of words that cost nothing.',
    '$N has no quarrel with $A, and no time either.',
    '$A and $N agree that somebody ought to do something.',
    '$N nods along while $A talks, about one word in three.',
    'It is a short talk. $N tells $A nothing false, and little else.',
    '$N scratches an ear and allows that $A may be right.',
    '$A asks after the road, and $N after the price of tallow.',
    '$N answers $A fairly, and does not sit down for it.',
    'They stand a while, $N and $A, and say the usual things.',
    '$N takes the measure of $A, and keeps it for later.',
    '$A gets from $N what a stranger gets: an answer, no more.'
  ],
  friendly: [
    '$N warms to $A at once.',
    '$N makes room for $A, and means it.',
    '$N laughs at something $A did not mean as a joke, and that settles it.',
    '$A has the right sort of face, or so $N thinks.',
    '$N talks to $A as if they had been interrupted yesterday.',
    'It turns out that $N likes $A, which surprises both of them.',
    '$N offers $A half of what there is to eat.',
    '$N takes $A by the sleeve and begins in the middle.',
    '“Sit,” says $N to $A, and it is not an order.',
    '$A says hardly anything, and $N calls it the best talk in weeks.',
    '$N has been wanting somebody like $A to complain to.',
    '$N looks $A up and down and is, for once, content.'
  ]
}
const TELLS = [
  '$N says to $A: “$R”',
  '$N looks round once, then tells $A: “$R”',
  '“$R” That is all $N has to say to $A.',
  '$A asks, and $N answers: “$R”',
  'It comes out of $N slowly: “$R”',
  '$N waits until $A has run out of questions. “$R”',
  '“$R” $N says it to the floor, but it is meant for $A.',
  '$A says little and waits, and into the waiting $N says: “$R”',
  '$N has been keeping this for somebody, and it turns out to be $A: “$R”',
  '“$R” $N says it before $A has quite sat down.',
  '$N considers $A, and then the door. “$R”',
  '$N drops to a whisper, for $A alone: “$R”',
  '“$R” And $N looks at $A as though $A had said it.',
  'There is one thing more, and $N gives it to $A: “$R”',
  '“$R” $N shrugs. $A may do with that what $A likes.'
]
const SHUT = [
  '$N is keeping something back, and $A cannot get at it.',
  '$A presses; $N looks past $A and talks about the weather.',
  '$A comes at it from three sides, and $N is shut on all of them.',
  '“Some other day,” says $N, and $A can hear which day that is.',
  '$N knows. $A knows that $N knows. There it stays.',
  '$A asks again, more kindly, and $N says no more kindly.',
  '$N gets up to see to something that does not need seeing to, until $A has finished asking.',
  '$A offers a silence to be filled. $N leaves it as it is.',
  '$N starts on it, thinks better of it, and asks how $A slept.',
  'All $A gets out of $N is the word “well”, several times.',
  "$N listens to $A's question as if to rain on a roof.",
  '$A pushes a little too hard, and $N closes like a purse.'
]
const WON = [
  '$A finds the right word, and $N lets go of some distrust.',
  '$N thinks it over and decides that $A will do.',
  '$A owns up to something small, and $N takes it as a pledge.',
  "It is $A's patience that does it; $N gives in with a sigh.",
  '$A says what $N has been thinking, and $N comes a step nearer.',
  '$N was about to go. $A has made that harder, and $N stays.',
  '$A asks nothing for a while, and $N likes that in a person.',
  '“You are not what I took you for,” says $N to $A, and leaves it there.'
]

export default {
  name: 'talk',
  kind: 'talk',
  description: 'Talk with somebody here, to learn how they take to you and what they know.',
  params(state, actor) {
    const people = partners(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to talk with', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can talk'
    if (!canAct(state, actor)) return "they can't act"
    return partners(state, actor).length > 0 || 'nobody here has anything to say'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const npc = draft.actor(target)
    const asker = draft.actor(actor).name
    const say = (lines: readonly string[], what = ''): void => draft.say(tell(state, 'talk', lines, { N: npc.name, A: asker, R: what }))
    let status = 'success'
    const met = npc.tags['met'] === true
    let mood = attitude(npc)
    if (!met) {
      draft.put(['actors', target, 'tags', 'met'], true)
      if (npc.attitude === undefined || npc.attitude === 'neutral') mood = reaction(draft, target, npc.location)
      if (mood !== npc.attitude) draft.put(['actors', target, 'attitude'], mood)
    } else if (nextReveal(state, npc, mood) === undefined) {
      draft.put(['actors', target, 'tags', 'pressed'], state.clock.minutes)
      if (attempt(draft, actor, 'WIL')) {
        mood = warmer(mood)
        draft.put(['actors', target, 'attitude'], mood)
        say(WON)
      } else {
        status = 'failure'
        say(SHUT)
      }
    }
    if (mood === 'hostile') {
      say(MOODS.hostile)
      return draft.result([{ action: 'start-combat', params: { foes: [target] } }], { status: 'failure', effect: mood })
    }
    const reveal = nextReveal(draft.state, npc, mood)
    if (reveal) {
      draft.setFact(reveal[0])
      say(TELLS, reveal[1].text.trim() || `It is about the ${reveal[0].replaceAll(/[-_]/g, ' ')}.`)
    } else if (!met) say(MOODS[mood])
    draft.passTime(5)
    return draft.result([], { status, effect: mood })
  }
} satisfies Action<{ target: string }>
