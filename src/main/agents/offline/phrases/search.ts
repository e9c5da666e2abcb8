/**
 * After a search. Slots: n, ns, he, his, him (who searched), o, ohe, ohis (somebody watching), item (what was found), place,
 * feature (something else here). `[looks]` agrees with he, `[o:looks]` with ohe.
 */

/** Something to carry was found. */
export const FOUND_ITEM = [
  '{n} turns {item} over twice before {he} [believes] in it.',
  '{n} finds a place for {item} in {his} pack, and {place} [p:is] the poorer for it.',
  'So {place} [p:has] been keeping {item}, and for no one in particular; it is {n} who has it now.',
  '{n} holds {item} up so that {o} can see it is real.',
  'Whoever left {item} at {place} will have meant to come back for it. {n} got there first.',
  '{n} wipes {item} on {his} sleeve and finds that most of the dirt belongs there.',
  '{o} looks from {item} to {n} and nods, which from {o} is praise.',
  'It takes {n} a moment to tell {item} from the dirt.',
  '{n} had not expected the weight of {item}, or is more tired than {he} [lets] on.',
  '{n} stands up with {item} and with dust to the elbow.',
  '{n} puts {item} away quickly, as people do who were taught not to find things.',
  'There is a moment in which {n} might leave {item} where it lies. It passes.',
  '{o} thinks of the price of {item}, and {n} of the use.',
  'In the place where {item} lay there is a clean patch, the shape of {item}. {n} has the rest.',
  '{n} finds room for {item} among what {he} already [carries], which takes some arguing with the straps.',
  'It took somebody with patience to find {item} at {place}, and {n} has brought enough.',
  '{n} comes back with {item}, and {o} makes room to see it.',
  '{n} shows {item} round like something {he} grew {himself}.',
  '{n} looks about for somebody who might miss {item}, and keeps it.',
  '{ns} fingers know {item} for what it is before {his} eyes do.',
  '{place} [p:looks] no different afterwards. {n} does, a little: {he} [has] {item} now.',
  'Between them {n} and {o} find {item} a better home in a pack than on the ground.',
  '{n} blows the grit off {item} and keeps {his} opinion to {himself}.',
  'If there is more where {item} came from, {n} is too pleased to look for it.',
  'It was {n} who looked, so it is {n} who carries {item}. {o} does not fight {him} for the honour.',
  '{n} weighs {item} in {his} hand, and looks from there to {feature}.',
  'So {n} has {item}, and {o} has learnt that one ought to look behind things.',
  '{n} has {item}, and the expression of someone who would now like to find a second one.'
]

/** Something was learnt, and it has just been said aloud in the log. */
export const FOUND_FACT = [
  'It is {n} who has found it. {he} [stays] crouched there a while after there is nothing left to see.',
  '{o} comes over, looks where {n} is pointing, and stops talking.',
  'It had been there for anybody to find. {n} is the first to look.',
  'Put plainly, it looks no better. {n} steps back from it.',
  'Nobody touches anything at {place} for a while after {n} has touched that.',
  'It is a small thing that {n} has found, and {o} can be seen adding it to other small things.',
  '{n} checks a second time, in the hope of being wrong.',
  '{place} [p:is] the same as before, except that now {n} knows something about it.',
  '{n} moves aside, so that {o} can see it too.',
  'That is one question about {place} answered, and {n} can think of three more.',
  '{n} comes away rubbing {his} hands, as if what {he} [has] learnt could be got off with friction.',
  'It was not hidden very well. It only needed somebody to care, and {n} does.',
  '{n} would like it to mean something else, and turns it about until {he} [runs] out of other meanings.',
  '{o} looks at what {n} has found, and looks away again.',
  'Until now {place} [p:was] only a place to pass through. {n} has spoiled that.',
  '{n} commits what {he} [has] found to memory, the way {he} [commits] debts.',
  'Somebody hoped that this would go on being overlooked, and did not reckon with {n}.',
  'It explains a good deal. {n}, still on {his} knees, looks as though {he} [wishes] it did not.',
  '{o} and {n} look at each other across it, each waiting for the other to say it.',
  '{n} lets the others come and see for themselves, one after another, as at a wake.',
  'The news goes round {place} at the speed of a lowered voice, from {n} to {o} and on.',
  '{n} dusts off {his} knees. There is no dusting off what {he} [has] just seen.',
  '{o} looks from what {n} has found to {feature}, as if there might be more of it there.',
  'None of them says anything. All of them are thinking the same.',
  '{n} goes over it once more from the beginning, for {o}, who was looking at {feature}.',
  'So that is how it was. {n} sits back on {his} heels and looks round {place} for somebody to blame.'
]

/** The search came to nothing. */
export const FOUND_NOTHING = [
  'It keeps its counsel, and {n} keeps {his} temper, though it is close.',
  'There is nothing to show for it but the dirt of {place} under {ns} nails.',
  '{n} goes over it from left to right and then, out of spite, from right to left.',
  '{o} can see from across the place that {n} has found nothing.',
  '{n} straightens up with a knee that cracks and nothing in {his} hands.',
  'Whatever {n} hoped for, {he} [does] not say it aloud. {o} could guess.',
  '{n} wipes {his} hands, and {place} [p:goes] back to being {place}.',
  'Some of what {n} has moved will not go back the way it was.',
  'A patient soul would go on with it. {n} is not, just now, being patient.',
  '{o} has the kindness to be looking at {feature} when {n} gives up.',
  'That leaves {feature}, which {o} has been looking at all along.',
  'So much for that. {n} has an eye on {feature} already.'
]

/** A whole place was gone over and something new came to light. */
export const EXPLORED = [
  '{n} has walked all round {place} by now, and thinks it larger than it need be.',
  "{n} knows {place} by now the way one knows a stranger's kitchen: where things are, but not why.",
  'The corners of {place} have been waiting for somebody to count them, and {n} has.',
  '{n} comes back to {o} with the look of a dog that has found the gap in the hedge.',
  'It is {n} who notices {feature}, and {o} who pretends to have noticed it first.',
  '{n} points out {feature}. After that nobody can look at {place} without seeing it.',
  'There is more to {place} than the first look owned to; {feature}, for one.',
  'One could have seen {feature} all along, from where nobody stands.',
  '{n} paces out {place} with {his} lips moving and seems satisfied with the number.',
  '{n} has found {feature}, and steps aside to let {o} see.',
  'Slowly, under {ns} eye, {place} [p:stops] being one thing and becomes several, {feature} among them.',
  '{o} holds still while {n} goes round the edges of {place}, since somebody has to be the middle.',
  'By the time {n} is done, {place} [p:has] no more surprises for anybody who is standing still.',
  '{n} makes a slow circle of {place}, and it is worth the shoe leather.',
  'What {n} took for the end of {place} is only where most people stop looking.',
  '{n} draws a map of {place} with one finger on {his} palm, and {o} nods at the parts {ohe} [o:understands].',
  'The longer {n} looks at {place}, the more of it there is.',
  'Not much at {place} might be of use, but {n} has an eye on {feature}.'
]

/** A look round that found nothing new. */
export const EXPLORED_NOTHING = [
  '{n} goes round {place} and finds no footprints but {his} own.',
  'A look round {place} tells {n} that this is all of it.',
  '{place} [p:has] been picked clean of surprises, and {n} can see that.',
  '{n} comes back to where {o} is standing, having been everywhere at {place} that is not there.',
  'If {place} [p:has] anything left to show, it is not showing it to {n}.',
  '{n} tries the corners of {place}, then the places between the corners.',
  '{o} watches {n} knock on things at {place} and hear what anybody would hear.',
  'The rest of {place} is exactly as dull as it looks, which {n} had not taken on trust.',
  '{n} shrugs at {o} from the far side of {place}.',
  'It is thorough work, and {place} [p:does] not reward it; {n} sits down to empty {his} shoes.',
  '{n} looks under, behind and on top. {place} [p:has] nothing under, behind or on top.',
  'There are places that repay attention. At {place} there is nothing left to repay it.'
]
