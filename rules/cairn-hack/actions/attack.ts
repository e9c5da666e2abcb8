import { Draft } from '../lib/draft'
import { aftermath, armorOf, fighters, inReach, leaveFight, sideOf, standing, weaponsOf } from '../lib/fight'
import { hurt, save } from '../lib/harm'
import { called, canAct, lairFrom } from '../lib/people'
import { cap, names, pick, placeName, turn } from '../lib/words'

const HITS = [
  '$A strikes $T with the $W for $N.',
  '$A gets past the guard of $T with the $W: $N.',
  '$A feints, turns, and lands the $W on $T for $N.',
  '$T is half a step too slow, and $A makes it cost $N with the $W.',
  '$A comes in low with the $W and takes $N off $T.',
  '$T gives ground; $A follows with the $W and is paid $N.',
  '$A and $T circle once, and then the $W has been and gone: $N.',
  '$A catches $T turning, the $W first, for $N.',
  '$A is all elbows and $W, and $T loses $N to it.',
  '$A swings wide, recovers, and clips $T with the $W for $N.',
  'Between two breaths $A has $T with the $W, $N of it.',
  '$A waits, and waits, and uses the $W once on $T: $N.'
]
const WOUNDS = [
  '$A drives the $W home: $N, and $T bleeds.',
  '$A hits $T hard with the $W, $N of it, and draws blood.',
  '$A finds what is under the guard of $T with the $W. It takes $N and leaves red.',
  '$A opens $T up with the $W for $N.',
  '$T has nothing left to turn the $W of $A with, and takes $N in the body.',
  '$A does not stop at the first blow of the $W; $T reels from $N.',
  '$N, from $A, with the $W, and $T makes a sound like a hinge.',
  '$A puts weight behind the $W, and $T wears $N of it from now on.'
]
const TURNED = [
  '$A brings down the $W, and the $R of $T rings and holds.',
  '$A swings the $W at $T, and the $R takes all of it.',
  '$A scores the $R of $T with the $W, and nothing under it.',
  '$T leans into the $R, and $A gets no good of the $W.'
]
const SOFT = [
  '$A flails at $T with the $W and does no harm.',
  '$A jabs the $W at $T, who shrugs it off.',
  '$A has the $W out and the heart not in it; $T is whole.'
]

/** Everything the fighters have left: it falls with every blow, and so the telling goes on. */
const strengths = (state: GameState): number =>
  fighters(state).reduce((sum, id) => sum + (state.actors[id]?.stats['hp'] ?? 0) + (state.actors[id]?.stats['STR'] ?? 0), 0)

const fearful = (actor: Actor): boolean => ['frightened', 'poisoned', 'deprived'].some((condition) => actor.conditions[condition])

/** When the first of the foes has fallen, or the last one bleeds, they look at each other and some run. */
function morale(draft: Draft, struck: string, place: string, fellNow: boolean, wound: number): void {
  const left = standing(draft.state, 'foes', place)
  const fallen = Object.keys(draft.state.combat?.initiative ?? {}).filter(
    (id) => sideOf(draft.state, id) === 'foes' && draft.state.actors[id]?.location === place && !canAct(draft.state, id)
  )
  const first = fellNow && fallen.length === 1
  const aloneAndHurt = left.length === 1 && left[0] === struck && wound > 0
  const brave = left.filter((id) => draft.actor(id).tags['fearless'] !== true)
  const leader = brave.toSorted((a, b) => draft.stat(b, 'WIL') - draft.stat(a, 'WIL'))[0]
  if (leader === undefined || !(first || aloneAndHurt)) return
  const { success, total } = save(draft, leader, 'WIL')
  if (success) return
  const way = lairFrom(draft.state, place)
  for (const id of brave) {
    leaveFight(draft, id)
    draft.fact(`defeated:${id}`)
    if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
    else draft.put(['actors', id, 'location'], way)
  }
  const who = cap(names(brave.map((id) => draft.actor(id).name)))
  const many = brave.length > 1
  if (way === undefined) draft.say(`${who} ${many ? 'give' : 'gives'} up, with nowhere to run.`)
  else {
    const to = placeName(draft.state.places[way])
    draft.say(
      pick(
        [
          `${who} ${many ? 'break and run' : 'breaks and runs'} for ${to}.`,
          `${who} ${many ? 'have' : 'has'} had enough, and ${many ? 'are' : 'is'} gone toward ${to}.`
        ],
        total,
        way
      )
    )
  }
}

export default {
  name: 'attack',
  description: 'Attack somebody you can reach. Blows always land; armour takes some of the harm away.',
  params(state, actor) {
    const targets = inReach(state, actor)
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
    return inReach(state, actor).length > 0 || 'nobody to fight is in reach'
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
    const through = harm > draft.stat(target, 'hp')
    const choices = harm > 0 ? (through ? WOUNDS : HITS) : armor.name === undefined ? SOFT : TURNED
    const line = turn(choices, strengths(state))
      .replace('$A', () => attacker.name)
      .replace('$T', () => victim.name)
      .replace('$W', () => weapon.name)
      .replace('$R', () => armor.name ?? 'coat')
      .replace('$N', () => String(harm))
    draft.say(cap(line))
    const { wound, out } = hurt(draft, target, harm, true)
    if (sideOf(draft.state, target) === 'foes') morale(draft, target, victim.location, out, wound)
    return draft.result(aftermath(draft, victim.location))
  }
} satisfies Action
