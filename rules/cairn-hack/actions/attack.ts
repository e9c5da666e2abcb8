import { Draft } from '../lib/draft'
import { aftermath, armorOf, inReach, leaveFight, sideOf, standing, weaponsOf } from '../lib/fight'
import { hurt, save } from '../lib/harm'
import { called, canAct, waysFrom } from '../lib/people'
import { cap, names, pick, placeName } from '../lib/words'

const HITS = [
  '$A strikes $T with the $W for $N.',
  '$A gets past the guard of $T: the $W does $N.',
  'The $W of $A comes round and takes $T for $N.',
  '$A feints, turns, and lands the $W on $T for $N.',
  '$T is half a step too slow, and $A makes it cost $N with the $W.'
]
const WOUNDS = [
  '$A drives the $W home: $N, and $T bleeds.',
  '$A hits $T hard with the $W, $N of it, and draws blood.',
  'The $W of $A finds flesh; $T takes $N and staggers.',
  '$A opens up $T with the $W for $N.'
]
const TURNED = ['The $W of $A rings on the $R of $T and slides off.', '$A swings the $W at $T, and the $R takes all of it.']
const SOFT = ['$A flails at $T with the $W and does no harm.', '$A jabs the $W at $T, who shrugs it off.']

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
  const way = waysFrom(draft.state, place).map((id) => draft.state.journeys[id]?.to)[0]
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
    const line = pick(choices, total, actor, target, draft.stat(target, 'hp'))
      .replace('$A', attacker.name)
      .replace('$T', victim.name)
      .replace('$W', weapon.name)
      .replace('$R', armor.name ?? 'coat')
      .replace('$N', String(harm))
    draft.say(cap(line))
    const { wound, out } = hurt(draft, target, harm, true)
    if (sideOf(draft.state, target) === 'foes') morale(draft, target, victim.location, out, wound)
    return draft.result(aftermath(draft, victim.location))
  }
} satisfies Action
