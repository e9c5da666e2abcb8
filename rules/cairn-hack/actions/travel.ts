import { canAct, Draft, fill, minutesOf, partyAt, placeName, placeOf, span, tell, waysFrom } from 'proscenium'
import { hurt } from '../lib/harm'
import { going, mishap, tried, wears } from '../lib/road'
import { spend } from '../lib/watch'

const ARRIVALS = [
  '$P [P:comes|come] to $L after $T.',
  'After $T, $P [P:stands|stand] at $L.',
  '$P [P:makes|make] the journey to $L; it takes $T.',
  'It is $T to $L, and $P [P:arrives|arrive] in one piece.',
  '$P [P:goes|go] without much talk, and after $T there [L:is|are] $L.',
  'There [T:is|are] $T of walking, and then $L: $P [P:stops|stop] and [P:listens|listen].',
  '$P [P:looks|look] neither left nor right until $L [L:comes|come] in sight, $T on.',
  'There is little to tell of the way: $T, and $P [P:is|are] at $L.',
  '$P [P:arrives|arrive] at $L with $T behind and some breath in hand.',
  '$L [L:is|are] where the way ends, for now. It has cost $P $T.',
  '$P [P:puts|put] $T of road behind, and $L in front.',
  'After $T, $P [P:has|have] $L alone, or so it seems.',
  'Somewhere along the way, after $T, it has become $L. $P [P:notices|notice] late.',
  '$P had heard of $L; here [L:it is|they are], after $T, and smaller.',
  'At the end of $T, $P [P:lifts|lift] a hand against the light, or the lack of it: $L.',
  'The smell of $L reaches $P first. The rest is $T of walking.',
  '$P [P:counts|count] steps for $T, and the last of them is at $L.',
  'There is a moment when $L [L:is only a shape|are only shapes], and $P [P:stands|stand] still for it, $T into the walk.',
  'In $T, nothing stops $P from getting to $L.',
  '$L, $T on. $P [P:tests|test] the footing and [P:finds|find] it will do.',
  'Neither the road nor $P [P:has|have] much to say for $T, and then $L [L:has|have].',
  '$P [P:walks|walk] for $T with $L ahead, and nothing walks behind.'
]
const BATTERED = [
  '$P [P:reaches|reach] $L after $T, not altogether well.',
  'It takes $T of bad going to bring $P to $L.',
  '$P [P:comes|come] out at $L after $T to count the cost.',
  'The way to $L takes $T out of $P, and something besides.',
  '$P [P:gets|get] to $L, $T on, with less skin than at the start.',
  'It is $T to $L by the clock and longer by the knees; $P [P:sits|sit] down for a moment.',
  '$P [P:arrives|arrive] at $L by stages, after $T.',
  'Nothing on the way to $L wants to be trodden on. $P [P:manages|manage], in $T.',
  '$P [P:slides, swears and climbs|slide, swear and climb] for $T, and then [L:it is|there are] $L.',
  '$L at last: $P [P:has|have] been at it for $T and [P:looks|look] it.',
  'There must be a better way to $L. $P [P:has|have] taken this one, and $T over it.',
  '$P [P:comes|come] down harder than intended on the way to $L, and [P:limps|limp] the last of $T.',
  'Whoever made the way to $L had no knees. After $T of it, $P [P:has|have] hardly any either.',
  'After $T, most of it on hands and elbows, $P [P:is|are] at $L.',
  '$P [P:gets|get] down to $L, or up to [L:it|them], in $T; the bruises do not say which.',
  'It is not far to $L if you fall part of the way. $P [P:does|do], and it still takes $T.',
  'In $T, quite a lot of it upside down, $P [P:has|have] got as far as $L.',
  'The ground gives under $P, twice, in $T. Then [L:comes|come] $L, which [L:does|do] not.',
  '$P [P:pays|pay] for every yard to $L, all $T of it.',
  'At $L, $P [P:looks|look] over the damage; $T did it.'
]
const BACK = [
  '$P [P:is|are] back at $L; it has taken $T.',
  'After $T, $L again: $P [P:knows|know] where not to tread.',
  '$P [P:goes|go] back to $L. It is $T, and nobody says much.',
  'Once more $P [P:comes|come] to $L, $T on.',
  '$L [L:is|are] as $P left [L:it|them], give or take $T.',
  '$P [P:makes|make] short work of the way back to $L, $T of it.',
  'The way back to $L is always shorter. It takes $P $T.',
  '$P [P:turns|turn] up at $L again after $T.',
  'It is the same $T back to $L, though $P would have sworn it was more.',
  '$L [L:has|have] not gone anywhere. $P [P:finds|find] [L:it|them] at the end of $T.',
  '$P [P:retraces|retrace] every step for $T, and at the last of them [L:is|are] $L.',
  'By now $P could walk to $L asleep. It takes $T awake.',
  'In $T, $P [P:is|are] back where $P [P:was|were] before, at $L.',
  '$P [P:tries|try] $L again, $T on; there may be something left there.',
  '$P [P:has|have] left prints on the way to $L, and [P:follows|follow] them home, $T long.',
  'Nobody asks why, but $P [P:is|are] off to $L again, and there in $T.',
  'The way to $L has got no shorter for $P: $T.',
  '$P [P:comes|come] round to $L once more. It was $T, and felt like none.',
  '$L, as before. $P [P:needs|need] $T and no thought to get there.',
  'At $L, $T after turning round, $P [P:sees|see] it all from the other side.',
  'There is an order to the stones on the way to $L; after $T, $P [P:knows|know] it by heart.',
  '$P [P:leaves|leave] that for now and [P:goes|go] to $L, known ground, $T off.',
  'Somebody has to say it, and $P [P:does|do]: $L again. That was $T.',
  'It takes $P $T to be at $L as if never away.'
]

export default {
  name: 'travel',
  kind: 'move',
  description: 'Take one of the exits, together with everybody of the party who is here.',
  params(state, actor) {
    const ways = waysFrom(state, placeOf(state, actor))
    const labels = Object.fromEntries(
      ways.map((id) => {
        const way = state.journeys[id]
        const risk = way && way.difficulty > 0 && way.risks.length > 0 ? `; ${way.risks.join(', ')}${way.difficulty > 1 ? ', hard going' : ''}` : ''
        return [id, `${way?.direction ?? ''} to ${placeName(state.places[way?.to ?? ''])} (${way?.duration ?? ''}${risk})`]
      })
    )
    return [{ name: 'journey', type: 'enum', description: 'Which exit to take', required: true, enum: ways, labels }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only characters can travel'
    if (state.combat) return 'a fight is under way'
    if (!canAct(state, actor)) return "they can't act"
    return waysFrom(state, placeOf(state, actor)).length > 0 || 'there is no exit from here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const { journey } = params
    const way = state.journeys[journey]
    if (!way || way.from !== from) throw refuse('That journey does not start here.')
    const party = [actor, ...partyAt(state, from).filter((id) => id !== actor)]
    const walkers = party.filter((id) => canAct(state, id))
    const whole = health(draft, walkers)
    const saves = tried(draft, walkers, going(state, way, walkers))
    const failed = walkers.filter((id) => saves[id]?.success === false)

    const minutes = minutesOf(way.duration)
    const to = placeName(state.places[way.to])
    const everybody = party.map((id) => draft.actor(id).name)
    // Three names in every line of a long journey are tedious, so some lines name only the first character.
    const brief = party.length > 2 && (state.table.played['travel'] ?? 0) % 3 === 1
    const who = brief ? [everybody[0] ?? '', 'the others'] : everybody
    const lines = failed.length > 0 ? BATTERED : state.places[way.to]?.tags['visited'] === true ? BACK : ARRIVALS
    draft.say(tell(state, 'travel', lines, { P: who, L: to, T: span(minutes) }))
    const carried = party.filter((id) => !canAct(state, id)).map((id) => draft.actor(id).name)
    if (carried.length > 0) draft.say(fill('$P [P:is|are] carried.', { P: carried }))

    for (const id of failed) hurt(draft, id, 1, false)
    const [first] = failed
    const slip = first === undefined ? undefined : mishap(draft, first, from)
    if (slip !== undefined && slip.minutes > 0) draft.say(`That makes it ${span(minutes + slip.minutes)} in all.`)
    const bruised = failed.slice(1).map((id) => draft.actor(id).name)
    if (bruised.length > 0) draft.say(fill('$P [P:gets|get] away with bruises.', { P: bruised }))
    for (const id of party) if (draft.state.actors[id]?.conditions['dead'] === undefined) draft.put(['actors', id, 'location'], way.to)
    for (const place of [from, way.to]) if (state.places[place]?.tags['visited'] !== true) draft.put(['places', place, 'tags', 'visited'], true)
    wears(draft, way, walkers)
    spend(draft, minutes + (slip?.minutes ?? 0), walkers)
    const met = Object.fromEntries(Object.entries(saves).map(([id, { stat }]) => [id, stat]))
    return draft.result([], {
      status: slip === undefined ? 'success' : 'partial_success',
      damage: whole - health(draft, walkers),
      ...(slip === undefined ? {} : { effect: slip.effect }),
      ...(Object.keys(met).length > 0 ? { met } : {})
    })
  }
} satisfies Action<{ journey: string }>

/** The sum of everybody's hit protection and Strength. */
const health = (draft: Draft, ids: readonly string[]): number => ids.reduce((sum, id) => sum + draft.base(id, 'hp') + draft.base(id, 'STR'), 0)
