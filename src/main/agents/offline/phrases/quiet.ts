/** Uneventful moments. Slots: n…, o…, place, from, feature, way, npc, all, item, goal, aim (a clause in lower case: "find the bell"). */

/** After a short halt. */
export const RESTED = [
  'They eat what there is. {o} counts what there will be.',
  'For a while {place} [p:is] only somewhere to sit down.',
  '{o} binds what needs binding on {n}, with more skill than gentleness.',
  'When {n} gets up again, {place} [p:has] stopped swaying.',
  'It does {n} good, though {place} [p:was] not made for it.',
  'The halt has put some colour back into {n}, and {o} is glad to see it.',
  'They spend the time at {place} the way the poor spend money: all of it, and carefully.',
  '{n} takes {his} shoes off. {o} moves a little farther away.',
  'When they are done resting there is nothing at {place} they have not looked at twice, except {feature}.',
  '{n} drinks, and passes it to {o}, and neither of them says how little is left.',
  'A halt at {place} is never long. {n} uses all of it for not moving.',
  '{o} sits down, which proves to {n} that it can be done.',
  'Nobody talks. {n} listens to {place}, and {place}, so far as anyone can tell, to {n}.',
  '{n} counts {his} fingers, and all of them are there.'
]

/** After a night. */
export const SLEPT = [
  '{n} sleeps as people sleep at {place}, which is in pieces.',
  '{n} wakes to find {o} still on watch, and pretends not to have slept.',
  '{n} lies and looks up at nothing until it is time to look at {way}.',
  'The rest has put some colour back into {n}, and {o} is glad to see it.',
  'Nobody comes. {n} had expected somebody to come, and has slept badly on that account.',
  '{o} and {n} take turns at sleeping and at pretending that it helps.',
  'Morning finds {all} at {place}, or what they have agreed to call morning.',
  '{n} talks in {his} sleep. {o} lies awake and can make nothing of it.',
  'The night takes something off {ns} face that was not dirt.',
  '{n} has slept with one hand on {his} pack. At {place} that is only manners.',
  'Everything hurts in {n} that hurt before, but each thing separately now.',
  '{n} is up first, and sits looking toward {way} until {o} stirs.'
]

/** Somebody was mended. */
export const HEALED = [
  '{n} makes a face at {item}, and is the better for it.',
  '{item} [i:helps]. {n} flexes the hand that was not working, and it works.',
  '{o} watches {n} for signs of {item} doing any good, and presently there are some.',
  '{n} sees {item} go the way such things go, and stands the straighter for it.',
  '{n} has no more use for {item}, and one thing less the matter with {him}.',
  '{n} puts away what is left of {item} and breathes out, all the way, for the first time since {from}.',
  'Whoever made {item} knew the trade; {n} can feel it already.',
  '{n} is the better for {item}, and lets {o} see it.'
]

/** Somebody was mended by somebody else, `m`. */
export const MENDED = [
  '{n} flexes the hand that was not working, and it works. {m} has seen it too.',
  '{m} looks {n} over and is content, within limits.',
  '{n} nods to {m}, who does not want to hear about it.',
  'There is more colour in {n} now, and {m} takes the credit without a word.',
  '{n} stands the straighter for it. {m} is still rolling down {mhis} sleeves.',
  'Whatever {m} did, {n} can feel it already.'
]

/** Some other thing was put to use. */
export const USED = [
  '{n} puts {item} to use, and {place} [p:is] easier for it.',
  '{n} puts {item} to work, and gets more or less what {he} [was] after.',
  '{o} makes room for {n} and {item}.',
  '{place} [p:looks] different with {item} at work in it. {n} thinks better; {o} is not certain.',
  'It is a sensible use for {item}. {n} is not always sensible, and looks pleased.',
  '{n} has been saving {item}. It seems that this is what {he} [was] saving it for.'
]

/** Nothing much happened. */
export const IDLE = [
  'For a while {all} stay where they are, at {place}, and nothing comes of it.',
  '{n} stands with {his} weight on one foot and then on the other, and {place} [p:does] not hurry {him}.',
  '{o} looks at {n}. {n} looks toward {way}. Nobody goes.',
  'It grows no earlier at {place} while they stand there.',
  'Nobody at {place} has so much as laid a hand on {feature}.',
  '{n} scratches a mark on {place} with {his} heel, and scratches it out.',
  '{o} takes a breath as if to begin, and thinks better of it.',
  'They might stand at {place} until they put down roots. {n} looks ready to.',
  '{n} tightens a strap that is tight enough. {o} notices.',
  'Between {n} and {o} there is the kind of silence in which each is waiting for a better idea from the other.',
  'That leaves {way} to think about, and {n} is thinking about it.',
  'A stone could wait better than {n}, but not by much.'
]

/** A second sentence: what is still to be seen here, and nothing else. */
export const AT_HAND = [
  'That still leaves them {feature}.',
  'Nobody has yet looked at {feature}.',
  '{n} has put off {feature} long enough.',
  '{o} is looking at {feature} by now.',
  '{o} has {ohis} back to {feature}, and keeps looking over {ohis} shoulder.',
  'Somebody will have to see about {feature}.',
  '{n} has not forgotten {feature}.',
  'Nobody has so much as breathed on {feature}.',
  'Of {feature} nothing has been said, and {o} is about to say it.',
  '{o} is standing nearest to {feature}.'
]
/** A second sentence: where one can go. */
export const LOOSE_ENDS = [
  'That still leaves {feature}, and the way to {way}.',
  'From where {n} stands, one can go on to {way}.',
  'Beyond all this lies {way}.',
  'The way to {way} is open.',
  'It is {o} who keeps an eye on the way to {way}.',
  'To {way}, then, or to {feature}; there is not much else on offer.'
]

/** A second sentence about who is there. */
export const BYSTANDER = [
  '{npc} watches all this without an expression.',
  '{npc} has not gone away.',
  '{npc} is pretending to be busy, within earshot.',
  'Behind them {npc} coughs and thinks better of it.',
  '{npc} misses none of it.',
  'If {npc} has an opinion, it stays where it is.',
  '{npc} looks at {n} as one looks at weather.',
  'Nobody has asked {npc}, and {npc} has noticed that nobody has.',
  '{npc} shifts a little, so as to have {n} in plain view.',
  '{o} gives {npc} a nod and gets one back, of the same size.',
  '{npc} keeps to the edge of it, and close enough to hear.',
  'It is hard to say how much of this {npc} understands.'
]

/** What they came for, said again. */
export const AIM = [
  'What they came for is not done: {aim}.',
  'It comes back to the same thing each time. They have to {aim}.',
  'It has not changed since they set out: {aim}. It sounded easier then.',
  'Somebody still has to {aim}, and there is nobody to do it but {all}.',
  'They are here to {aim}, and it is not done yet.',
  'All ways out of {place} have one question at the end of them: how to {errand}.',
  'Somebody has to {aim}. {place} will not do it for them.',
  'They have not yet managed to {aim}, and {o} has begun to keep count of the hours.',
  'To {aim} looked like less before they had seen {place}.',
  'None of this will {aim}. {n} and {o} both know it.',
  'They set out to {aim}. {o} has not forgotten it, only hoped to be nearer by now.',
  'It comes up again, as it was bound to: they are to {aim}.'
]

/** Hints at where the aim lies. `goal` is the name of a place that is not here. */
export const TOWARD = [
  'By all they know, it is at {goal} that it will be settled.',
  '{goal} [g:is] where this leads, sooner or later.',
  'Whatever they think of, it keeps coming back to {goal}.',
  'It is to {goal} they have to get, and {place} [p:is] not it.',
  '{o} would like to know how far it is to {goal}. Nobody at {place} could say.',
  'There [p:is] {place}, and there [g:is] {goal}, and the matter lies at the other end.',
  'None of it will be decided short of {goal}.',
  'Everything they have heard so far points to {goal}, like grass in one wind.'
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
