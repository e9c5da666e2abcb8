import { called, canAct, cap, Draft, sideOf, tell, weaponsOf } from 'proscenium'
import { sap } from '../lib/body'
import { aftermath, armorOf, reachable } from '../lib/fight'
import { guard, hurt } from '../lib/harm'
import { morale } from '../lib/morale'
import { attempt } from '../lib/saves'

const HITS = [
  '$A strikes $T with the $W for $N.',
  "$A gets past $T's guard with the $W: $N.",
  '$A feints, turns, and lands the $W on $T for $N.',
  '$T is half a step too slow, and $A makes it cost $N with the $W.',
  '$A comes in low with the $W and takes $N off $T.',
  '$T gives ground; $A follows with the $W and collects $N.',
  '$A and $T circle once. Then the $W comes in, and $A has dealt $N.',
  '$A catches $T turning, the $W first, for $N.',
  '$A is all elbows and $W, and $T loses $N to it.',
  '$A swings wide, recovers, and clips $T with the $W for $N.',
  'Between two breaths, $A finds $T with the $W for $N.',
  '$A waits, and waits, and uses the $W once on $T: $N.',
  "$T watches $A's feet and not the $W. $N.",
  "$A steps inside $T's reach and finds room for the $W there: $N.",
  '$T parries what $A wanted parried. What follows, with the $W, is $N.',
  "$A has the $W across $T's shoulder before either has thought about it: $N.",
  'Somebody shouts, $T blinks, and $A is there with the $W for $N.',
  '$A crowds $T back a step and saves the $W for the next one: $N.',
  'It is not much of an opening, but $A gets the $W into it, and $T is $N the worse.',
  '$A trips, and turns the stumble into a blow of the $W; $T is caught out for $N.',
  '$T guards high. $A goes low with the $W, for $N.',
  '$A lets $T come, and meets the rush with the $W: $N.',
  "One short stroke of $A's $W, and $T grunts for $N.",
  '$A tries the same trick with the $W again, which $T did not expect: $N.',
  '$T expects the $W from above; $A strikes from below, $N.',
  '$A leans on the $W until $T gives: $N.',
  'The $W again, and $A behind; $T goes sideways for $N.',
  "$A works round to $T's left, where nobody looks for the $W, and deals $N there."
]
const WOUNDS = [
  '$A drives the $W home: $N, and $T bleeds.',
  '$A hits $T hard with the $W for $N, and draws blood.',
  "$A finds what is under $T's guard with the $W. It takes $N and leaves red.",
  '$A opens $T up with the $W for $N.',
  "$T has nothing left to stop $A's $W, and takes $N in the body.",
  '$A does not stop at the first blow of the $W; $T reels from $N.',
  '$N, from $A, with the $W, and $T makes a sound like a hinge.',
  '$A puts real weight behind the $W, and $T will carry $N of it for a while.',
  'There is no guard in the way this time: $A, the $W, and $N out of $T.',
  '$T is tired, and $A has seen it, and puts the $W in for $N.',
  '$A cuts short whatever $T was about to do, $N deep, with the $W.',
  '$T stares at $A, then at the mark of the $W. $N, and red.',
  '$A gives $T the whole of the $W: $N, in blood.',
  '$T gets an arm up, and it is the arm that $A lays open with the $W for $N.',
  'It is hard to watch: $A with the $W, $T on the end of it, $N.',
  '$A strikes twice with the $W where once would have done, and $T bleeds for $N.',
  "$T folds round $A's $W and comes away $N the poorer, and wet.",
  '$A breathes out and puts the $W through whatever $T has left: $N.',
  "Blood on the $W, blood on $A, and all of it $T's. $N.",
  '$T slips in something red, and $A knows that the $W did it: $N.',
  '$A is past being careful with the $W; $T pays $N in flesh.',
  'Something in $T gives under the $W. $A feels it go: $N.',
  '$A takes the $W to $T as if to firewood, for $N and splinters.',
  '$T says a short word at the touch of the $W, and $A has drawn $N of blood.',
  'Nobody could call it clean, but $A gets the $W into $T, and $N comes out.',
  '$A marks $T for life with the $W, $N of it, however long that is.'
]
const TURNED = [
  "$A brings the $W down on $T's $R, and the $R holds.",
  '$A swings the $W at $T and gets no further than the $R.',
  "$A scores $T's $R with the $W, and nothing under it.",
  '$T leans into the $R, and $A gets nowhere with the $W.',
  "$A hits $T's $R squarely with the $W. It was the wrong thing to hit.",
  "$T takes $A's $W on the $R and does not seem to mind.",
  'Without the $R, that would have been the end of something; as it is, $A has blunted the $W on $T.',
  "$A looks for a gap in $T's $R with the $W, and there is none today.",
  "A dull sound from the $W, and $A learns what $T's $R is for.",
  '$T turns a shoulder, and $A wastes the $W on the $R.',
  '$A strikes $T fair and square with the $W; full marks to whoever made the $R.',
  '$A slips, and there goes the swing of the $W. $T pats the $R.',
  '$A goes twice round the $R with the $W, and twice finds no $T in it.',
  "$A gives $T's $R something to remember with the $W, and $T nothing.",
  '$T keeps behind the $R, and $A wears out the $W on it.',
  "All $A has to show for the $W is a mark on $T's $R.",
  '$A beats at the $R with the $W like somebody locked out. $T is not at home.',
  '$T does not even step back: the $R stops the $W, and with it $A.',
  "$A puts a dent in $T's $R with the $W and calls it a start.",
  'The swing of the $W glances off the $R, and $A feels it to the teeth; $T feels nothing.',
  "$A raps on $T's $R with the $W, and nobody answers.",
  '$T has the $R where $A has the $W, again.',
  "Whatever $T's $R is made of, it was worth the price, as $A and the $W can tell.",
  '$A chips at the $R with the $W. $T could stand here all day.',
  "$T hunches, and the $R takes what $A's $W had meant for the ribs.",
  "$A drags the $W along $T's $R, end to end, and leaves it at that.",
  "$A means it, with the $W and otherwise, but $T's $R disagrees."
]
const SOFT = [
  '$A flails at $T with the $W and does no harm.',
  '$A jabs the $W at $T, who shrugs it off.',
  '$A has the $W out but no heart in it; $T is untouched.',
  '$A waves the $W, and $T watches it go by.',
  '$A has misjudged the length of the $W, and $T knows it.',
  'Whatever $A is doing with the $W, it is not happening to $T.',
  '$A touches $T with the $W, and hardly more than that.',
  "$T steps over $A's $W as if over a sleeping dog.",
  '$A aims the $W at $T and apologises to the wall.',
  "$A's hands shake too much on the $W to trouble $T.",
  '$A swings the $W with both eyes shut. $T moves aside at leisure.'
]
const fearful = (actor: Actor): boolean => ['frightened', 'poisoned', 'deprived'].some((condition) => actor.conditions[condition])

export default {
  name: 'attack',
  kind: 'attack',
  description: 'Attack a foe within reach. Blows always land; armour takes some of the damage.',
  params(state, actor) {
    const targets = reachable(state, actor)
    const weapons = weaponsOf(state.actors[actor] ?? ({ inventory: {} } as Actor))
    const target: ParamOf<{ target: string }> = {
      name: 'target',
      type: 'target',
      description: 'Whom to attack',
      required: true,
      enum: targets,
      labels: called(state, targets)
    }
    if (weapons.length < 2) return [target]
    const labels = Object.fromEntries(weapons.map(({ id, name, damage }) => [id, `${name} (${damage})`]))
    return [
      target,
      {
        name: 'weapon',
        type: 'enum',
        description: 'The weapon to use; defaults to the best you carry',
        required: false,
        enum: Object.keys(labels),
        labels
      }
    ]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only characters can attack'
    if (!state.combat) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    if (weaponsOf(who).length === 0) return 'they have no weapon'
    return reachable(state, actor).length > 0 || 'nobody in reach is a foe'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const attacker = draft.actor(actor)
    const { target } = params
    const victim = draft.actor(target)
    const weapons = weaponsOf(attacker)
    const weapon = weapons.find(({ id }) => id === params.weapon) ?? weapons[0]
    if (!weapon) throw refuse(`${attacker.name} has nothing to fight with.`)
    const dice = fearful(attacker) ? 'd4' : weapon.damage
    const { total } = roll(dice, { label: 'damage', target })
    const armor = armorOf(victim)
    const harm = Math.max(0, total - armor.points)
    const through = harm > guard(draft, target)
    const choices = harm > 0 ? (through ? WOUNDS : HITS) : armor.name === undefined ? SOFT : TURNED
    draft.say(tell(state, 'attack', choices, { A: attacker.name, T: victim.name, W: weapon.name, R: armor.name ?? 'coat', N: String(harm) }))
    const { wound, out } = hurt(draft, target, harm, true)
    draft.removeCondition(actor, 'unseen')
    const effect =
      harm > 0 && canAct(draft.state, target)
        ? sting(draft, target, { ...game.equipment[attacker.inventory[weapon.id]?.item ?? '']?.tags, ...attacker.inventory[weapon.id]?.tags })
        : undefined
    const gone = out || !canAct(draft.state, target)
    if (sideOf(draft.state, target) === 'foes') morale(draft, { struck: target, place: victim.location, out: gone, bare: guard(draft, target) === 0 })
    const status = harm === 0 ? 'failure' : 'success'
    return draft.result(aftermath(draft, victim.location), { status, damage: harm, wound, down: gone, ...(effect === undefined ? {} : { effect }) })
  }
} satisfies Action<{ target: string; weapon?: string }>

/** Extra effects of some weapons: `venom` poisons a target who fails a STR save, `saps` takes a point of an attribute. */
function sting(draft: Draft, id: string, tags: Record<string, Flag>): string | undefined {
  const name = cap(draft.actor(id).name)
  if (tags['venom'] === true && !attempt(draft, id, 'STR')) {
    draft.addCondition(id, 'poisoned', { minutes: 240 })
    draft.say(`${name} feels the poison go in.`)
    return 'poisoned'
  }
  const stat = tags['saps']
  if (typeof stat !== 'string' || attempt(draft, id, stat)) return undefined
  draft.say(`${name} loses some ${(game.manifest.stats[stat]?.label ?? stat).toLowerCase()} to the touch.`)
  return sap(draft, id, stat, 1) > 0 ? stat : undefined
}
