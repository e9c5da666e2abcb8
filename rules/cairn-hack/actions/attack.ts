import { called, canAct, cap, Draft, sideOf, tell, weaponsOf } from 'proscenium'
import { sap } from '../lib/body'
import { aftermath, armorOf, reachable } from '../lib/fight'
import { guard, hurt } from '../lib/harm'
import { morale } from '../lib/morale'
import { attempt } from '../lib/saves'

const HITS = [
  '$A strikes $T with the $W for $N.',
  '$A gets past the guard of $T with the $W: $N.',
  '$A feints, turns, and lands the $W on $T for $N.',
  '$T is half a step too slow, and $A makes it cost $N with the $W.',
  '$A comes in low with the $W and takes $N off $T.',
  '$T gives ground; $A follows with the $W and is paid $N.',
  '$A and $T circle once. Then $A has used the $W, and it was $N.',
  '$A catches $T turning, the $W first, for $N.',
  '$A is all elbows and $W, and $T loses $N to it.',
  '$A swings wide, recovers, and clips $T with the $W for $N.',
  'Between two breaths $A has $T with the $W, $N of it.',
  '$A waits, and waits, and uses the $W once on $T: $N.',
  '$T looks at the feet of $A and not at the $W. $N.',
  '$A steps inside the reach of $T and finds room for the $W there, $N worth.',
  '$T parries what $A meant to be parried. What comes after, with the $W, is $N.',
  '$A has the $W across the shoulder of $T before either has thought about it: $N.',
  'Somebody shouts, $T blinks, and $A is there with the $W for $N.',
  '$A crowds $T back a step and spends the $W on the next one, $N.',
  'It is not much of an opening, but $A gets the $W into it, and $T is the worse by $N.',
  '$A trips, and turns the tripping into a blow of the $W; $T is $N surprised.',
  '$T guards high. $A goes low with the $W, for $N.',
  '$A lets $T come, and meets the rush with the $W and $N.',
  'One short stroke of the $W from $A, and $T grunts for $N of it.',
  '$A tries the same thing with the $W a second time, which $T did not expect: $N.',
  '$T expects the next blow of the $W from above; $A deals it from below, $N.',
  '$A leans on the $W until $T gives, $N by $N.',
  'The $W again, and $A behind; $T goes sideways for $N.',
  '$A works round to the left of $T, where nobody looks for the $W, and has $N there.'
]
const WOUNDS = [
  '$A drives the $W home: $N, and $T bleeds.',
  '$A hits $T hard with the $W, $N of it, and draws blood.',
  '$A finds what is under the guard of $T with the $W. It takes $N and leaves red.',
  '$A opens $T up with the $W for $N.',
  '$T has nothing left to turn the $W of $A with, and takes $N in the body.',
  '$A does not stop at the first blow of the $W; $T reels from $N.',
  '$N, from $A, with the $W, and $T makes a sound like a hinge.',
  '$A puts weight behind the $W, and $T wears $N of it from now on.',
  'There is no guard in the way this time: $A, the $W, and $N out of $T.',
  '$T is tired, and $A has seen it, and puts the $W in for $N.',
  '$A cuts short what $T was about to do, $N deep, with the $W.',
  '$T stares at $A, then at the mark of the $W. $N, and red.',
  '$A gives $T the whole of the $W, and $N is what it comes to in blood.',
  '$T gets an arm up, and it is the arm that $A lays open with the $W for $N.',
  'It hurts to look at: $A with the $W, $T on the end of it, $N.',
  '$A strikes twice with the $W where once was needed, and $T bleeds for $N.',
  '$T folds round the $W of $A and comes away $N the poorer, and wet.',
  '$A breathes out and puts the $W through what $T has left, $N of it.',
  'Blood on the $W, blood on $A, and all of it that of $T. $N.',
  '$T slips in it, which is how $A knows what became of $N with the $W.',
  '$A is past being careful with the $W; $T pays $N in flesh.',
  'Something in $T gives under the $W. $A feels it go: $N.',
  '$A takes the $W to $T as if to firewood, $N and splinters.',
  '$T says a short word at the touch of the $W, and $A has $N of blood for it.',
  'No one could call it clean, but $A has got the $W into $T, and $N comes out.',
  '$A marks $T for life with the $W, $N of it, however long that is.'
]
const TURNED = [
  '$A brings down the $W on the $R of $T, and that holds.',
  '$A swings the $W at $T and gets no further than the $R.',
  '$A scores the $R of $T with the $W, and nothing under it.',
  '$T leans into the $R, and $A gets no good of the $W.',
  '$A hits the $R of $T squarely with the $W. It was the wrong thing to hit.',
  '$T takes the $W of $A on the $R and does not seem to mind.',
  'Without the $R that would have been the end of something; with it, $A has blunted the $W on $T.',
  '$A looks for a gap in the $R of $T with the $W, and there is none today.',
  'A dull sound from the $W, and $A learns what the $R of $T is for.',
  '$T turns a shoulder, and $A spends the $W on the $R.',
  '$A strikes $T fair with the $W; so much the better for whoever made the $R.',
  '$A slips, and there goes the blow of the $W. $T pats the $R.',
  '$A goes twice round the $R with the $W, and twice finds no $T in it.',
  '$A gives the $R of $T something to remember with the $W, and $T nothing.',
  '$T keeps behind the $R, and $A wears out the $W on it.',
  'All that $A has to show for the $W is a mark on the $R of $T.',
  '$A beats at the $R with the $W like somebody shut out. $T is not at home.',
  '$T does not even step back: the $R stops the $W, and with it $A.',
  '$A puts a dent in the $R of $T with the $W and calls it a beginning.',
  'The $W glances from the $R, and $A nearly loses hold of it; $T has felt nothing.',
  '$A raps on the $R of $T with the $W, and nobody opens.',
  '$T has the $R where $A has the $W, again.',
  'Whatever the $R of $T is made of, it was worth it, as $A and the $W can tell.',
  '$A chips at the $R with the $W. $T could stand here all day.',
  '$T hunches, and the $R takes from the $W of $A what was meant for the ribs.',
  'There goes the $W along the $R of $T, end to end, and $A after it.',
  '$A means it, the $W means it, and the $R of $T is of another opinion.'
]
const SOFT = [
  '$A flails at $T with the $W and does no harm.',
  '$A jabs the $W at $T, who shrugs it off.',
  '$A has the $W out and the heart not in it; $T is whole.',
  '$A waves the $W, and $T watches it go by.',
  '$A has not quite the length of the $W, and $T knows it.',
  'Whatever $A does with the $W, it is not to $T.',
  '$A touches $T with the $W, hardly more than that.',
  '$T steps over the $W of $A as over a sleeping dog.',
  '$A aims the $W at $T and apologises to the wall.',
  '$A shakes too much with the $W in hand to trouble $T.',
  '$A strikes, with the eyes shut. $T moves out of the way of the $W at leisure.'
]
const fearful = (actor: Actor): boolean => ['frightened', 'poisoned', 'deprived'].some((condition) => actor.conditions[condition])

export default {
  name: 'attack',
  description: 'Attack somebody you can reach. Blows always land; armour takes some of the harm away.',
  params(state, actor) {
    const targets = reachable(state, actor)
    const weapons = weaponsOf(state.actors[actor] ?? ({ inventory: {} } as Actor))
    const target: ParamDef = {
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
      { name: 'weapon', type: 'enum', description: 'What with; the best you carry when left out', required: false, enum: Object.keys(labels), labels }
    ]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only somebody of flesh can attack'
    if (!state.combat) return 'only in a fight'
    if (!canAct(state, actor)) return 'cannot act'
    if (weaponsOf(who).length === 0) return 'needs a weapon in hand'
    return reachable(state, actor).length > 0 || 'nobody to fight is in reach'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const attacker = draft.actor(actor)
    const target = String(params['target'])
    const victim = draft.actor(target)
    const weapons = weaponsOf(attacker)
    const weapon = weapons.find(({ id }) => id === params['weapon']) ?? weapons[0]
    if (!weapon) throw refuse(`${attacker.name} has nothing to fight with.`)
    const dice = fearful(attacker) ? 'd4' : weapon.damage
    const { total } = roll(dice, { label: 'damage', target })
    const armor = armorOf(victim)
    const harm = Math.max(0, total - armor.points)
    const through = harm > guard(draft, target)
    const choices = harm > 0 ? (through ? WOUNDS : HITS) : armor.name === undefined ? SOFT : TURNED
    draft.say(tell(state, 'attack', choices, { A: attacker.name, T: victim.name, W: weapon.name, R: armor.name ?? 'coat', N: String(harm) }))
    const { wound, out } = hurt(draft, target, harm, true)
    draft.relieve(actor, 'unseen')
    const effect =
      harm > 0 && canAct(draft.state, target)
        ? sting(draft, target, { ...game.equipment[attacker.inventory[weapon.id]?.item ?? '']?.tags, ...attacker.inventory[weapon.id]?.tags })
        : undefined
    const gone = out || !canAct(draft.state, target)
    if (sideOf(draft.state, target) === 'foes') morale(draft, { struck: target, place: victim.location, out: gone, bare: guard(draft, target) === 0 })
    const status = harm === 0 ? 'failure' : 'success'
    return draft.result(aftermath(draft, victim.location), { status, damage: harm, wound, down: gone, ...(effect === undefined ? {} : { effect }) })
  }
} satisfies Action

/** What some weapons do besides: `venom` poisons whoever fails a STR save, `saps` takes a point of an attribute. */
function sting(draft: Draft, id: string, tags: Record<string, Flag>): string | undefined {
  const name = cap(draft.actor(id).name)
  if (tags['venom'] === true && !attempt(draft, id, 'STR')) {
    draft.afflict(id, 'poisoned', { minutes: 240 })
    draft.say(`${name} feels the poison go in.`)
    return 'poisoned'
  }
  const stat = tags['saps']
  if (typeof stat !== 'string' || attempt(draft, id, stat)) return undefined
  draft.say(`${name} loses some ${(game.manifest.stats[stat]?.label ?? stat).toLowerCase()} to the touch.`)
  return sap(draft, id, stat, 1) > 0 ? stat : undefined
}
