/** Uneventful moments. Slots: n…, o…, place, from, feature, way, npc, all, item, goal, aim (a clause in lower case: "find the bell"). */

/** After a short halt. */
export const RESTED = [
  'They eat what there is. {o} counts what there will be.',
  'When {n} gets up again, {place} [p:has] stopped swaying.',
  'It does {n} good, though {place} [p:was] not made for it.',
  '{n} counts {his} fingers, and all of them are there.',
  '{o} binds what needs binding on {n}, with more skill than gentleness.',
  'The halt has put some colour back into {n}, and {o} is glad to see it.',
  '{n} drinks, and passes it to {o}, and neither of them says how little is left.',
  'A halt at {place} is never long. {n} uses all of it for not moving.',
  '{o} sits down, which proves to {n} that it can be done.'
]

/** Somebody is better, by a thing or by somebody's care. */
export const HEALED = [
  '{n} makes a face at {item}, and is the better for it.',
  '{o} watches {n} for signs of {item} doing any good, and presently there are some.',
  '{n} has no more use for {item}, and one thing less the matter with {him}.',
  '{n} flexes the hand that was not working, and it works.',
  'There is more colour in {n} now.',
  '{n} stands the straighter for it, and {o} is glad to see it.'
]

/** A second sentence: what is still to be seen here, and nothing else. */
export const AT_HAND = [
  'That still leaves them {feature}.',
  'Nobody has yet looked at {feature}.',
  '{n} has put off {feature} long enough.',
  '{o} is looking at {feature} by now.',
  '{o} has {ohis} back to {feature}, and keeps looking over {ohis} shoulder.',
  'Somebody will have to see about {feature}.',
  'Nobody has so much as breathed on {feature}.',
  '{o} is standing nearest to {feature}.'
]

/** A second sentence: where one can go. */
export const LOOSE_ENDS = [
  'From where {n} stands, one can go on to {way}.',
  'Beyond all this lies {way}.',
  'The way to {way} is open.',
  'It is {o} who keeps an eye on the way to {way}.'
]

/** What they came for, said again. */
export const AIM = [
  'What they came for is not done: {aim}.',
  'Somebody still has to {aim}, and there is nobody to do it but {all}.',
  'They are here to {aim}, and it is not done yet.',
  'Somebody has to {aim}. {place} will not do it for them.',
  'They have not yet managed to {aim}, and {o} has begun to keep count of the hours.',
  'They set out to {aim}. {o} has not forgotten it, only hoped to be nearer by now.'
]

/** The last resort: true of any place and any character. Slot: place. */
export const STILL = [
  'They are still at {place}.',
  'Nothing at {place} has moved since anybody last looked.',
  'Here at {place} one moment is much like the one before.',
  'Whatever happens next, it does not seem to be happening at {place}.',
  'It is quiet at {place}, and stays quiet.',
  'There [p:is] {place}, and there is time, and not much else.',
  'Time goes by at {place} without asking anybody.',
  'As far as anyone can tell, {place} [p:has] nothing to add.'
]
