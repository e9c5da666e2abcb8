/**
 * After a search. Slots: n, ns, he, his, him (who searched), o, ohe, ohis (somebody watching), thing (what was searched),
 * item (what was found), place, feature (something else here). `[looks]` agrees with he, `[o:looks]` with ohe.
 */

/** Something to carry was found. */
export const FOUND_ITEM = [
  '{n} turns {item} over twice before {he} [believes] in it.',
  '{item} goes from {thing} to {ns} pack, and {place} is the poorer by one thing.',
  'So {thing} has been keeping {item}, and for no one in particular.',
  '{n} holds {item} up so that {o} can see it is real.',
  'Whoever left {item} in {place} will have meant to come back for it.',
  '{n} wipes {item} on {his} sleeve and finds that most of the dirt belongs there.',
  '{o} looks from {item} to {n} and says nothing, which from {o} is praise.',
  'It takes {n} a moment to see that {item} is not simply part of {thing}.',
  '{item} is heavier than it looks, or {n} is more tired than {he} [lets] on.',
  '{thing} has nothing more to give after that, and {n} has {item}.',
  '{n} stands up from {thing} with {item} and with dust to the elbow.',
  '{thing} gives up {item} without a struggle.',
  '{n} puts {item} away quickly, as people do who were taught not to find things.',
  'There is a moment in which {n} might leave {item} where it lies. It passes.',
  '{o} wants to know what {item} is worth, and {n} wants to know what it is for.',
  'In the place where {item} lay, {thing} is a different colour.',
  '{n} finds room for {item} among what {he} already [carries], which takes some arguing with the straps.',
  '{item} has waited in {place} for somebody with patience, and {n} has brought enough.',
  '"Well," says {o}, when {n} comes back from {thing} with {item}.',
  '{n} shows {item} round like something {he} grew {himself}.',
  'Nobody in {place} comes forward to claim {item}.',
  '{ns} fingers know {item} for what it is before {his} eyes do.',
  '{thing} looks no different afterwards. {n} does, a little: {he} [has] {item} now.',
  'Between them {n} and {o} decide that {item} is better in a pack than in {thing}.',
  '{n} blows the grit off {item} and keeps {his} opinion to {himself}.',
  'If {thing} has a second secret, {n} is too pleased with {item} to look for it.'
]

/** Something was learnt, and it has just been said aloud in the log. */
export const FOUND_FACT = [
  '{n} stays crouched by {thing} a while after there is nothing left to see.',
  '{o} comes over to {thing}, looks where {n} is pointing, and stops talking.',
  'What {thing} has to say, it has been saying for some time; {n} is the first to listen.',
  '{n} tells it to the others plainly, and it does not sound better plainly told.',
  'Nobody touches {thing} after that.',
  'It is a small thing to learn from {thing}, and {n} can see {o} adding it to other small things.',
  '{n} checks {thing} a second time, in the hope of being wrong.',
  '{place} is the same as before, except that now {n} knows something about it.',
  '{o} asks {n} if {he} [is] sure. {n} moves aside so that {o} can look at {thing} too.',
  'That is one question about {place} answered, and it has brought its children.',
  '{n} comes away from {thing} rubbing {his} hands, as if what {he} [has] learnt could be got off with friction.',
  '{thing} was not hidden very well. It only needed somebody to care, and {n} does.',
  '{n} would like {thing} to mean something else, and turns it about until {he} [runs] out of other meanings.',
  '{o} swears softly at {thing}. {n} does not tell {o} to stop.',
  'Until now {place} was only a place to pass through. {n} has spoiled that.',
  '{n} commits {thing} to memory, the way {he} [commits] debts.',
  'Somebody hoped that {thing} would go on being overlooked, and did not reckon with {n}.',
  'It explains a good deal. {n}, still on {his} knees by {thing}, looks as though {he} [wishes] it did not.',
  '{o} and {n} look at each other across {thing}, each waiting for the other to say it.',
  '{n} lets the others come and see {thing} for themselves, one after another, as at a wake.',
  'The news goes round {place} at the speed of a lowered voice, from {n} to {o} and on.',
  '{n} dusts off {his} knees. There is no dusting off what {thing} has just told {him}.'
]

/** The search came to nothing. */
export const FOUND_NOTHING = [
  '{thing} keeps its counsel, and {n} keeps {his} temper, though it is close.',
  '{n} gives {thing} one last look, of the kind usually kept for tax collectors.',
  'There is nothing to show for it but the dirt of {place} under {ns} nails.',
  '{n} goes over {thing} from left to right and then, out of spite, from right to left.',
  '{o} asks {n} whether {he} [has] found anything, in the voice of one who can see that {he} [has] not.',
  'If {thing} is hiding something, it is hiding it from people like {n}.',
  '{n} straightens up from {thing} with a knee that cracks and nothing in {his} hands.',
  'Whatever {n} hoped of {thing}, {he} [does] not say it aloud.',
  'It may be the wrong moment, {n} says, or {thing} may be only what it seems.',
  '{n} wipes {his} hands, and {thing} goes back to being part of {place}.',
  '{o} offers to hold something for {n}. There is nothing to hold.',
  '{n} leaves {thing} as {he} found it, and {himself} a little worse.',
  'Some of what {n} has moved at {thing} will not go back the way it was.',
  'A patient soul would go on with {thing}. {n} is not, just now, being patient.',
  '{thing} has been searched before, {n} decides, and by somebody who knew how.',
  '{n} sits back from {thing} and counts what {he} [has] learnt, which does not take long.',
  'For all {ns} pains, {thing} might be painted on.',
  '{o} has the kindness to be looking at {feature} when {n} gives up.',
  'That leaves {feature}, as {o} points out, and {n} was about to say so {himself}.',
  'So much for {thing}. {n} has an eye on {feature} already.'
]

/** A whole place was gone over and something new came to light. */
export const EXPLORED = [
  'Now that {he} [has] walked all round it, {n} thinks {place} larger than it has any need to be.',
  "{n} knows {place} by now the way one knows a stranger's kitchen: where things are, but not why.",
  'The corners of {place} have been waiting for somebody to count them, and {n} has.',
  '{n} comes back to {o} with the look of a dog that has found the gap in the hedge.',
  'It is {n} who notices {feature}, and {o} who pretends to have noticed it first.',
  '{n} points out {feature}. After that nobody can look at {place} without seeing it.',
  'There is more to {place} than the first look owned to; {feature}, for one.',
  '{feature} was in plain sight all along, {n} says, if you stand where nobody stands.',
  '{n} paces out {place} with {his} lips moving and seems satisfied with the number.',
  '"Here," says {n}, and shows {o} {feature}.',
  'Slowly, under {ns} eye, {place} stops being one thing and becomes several; one of them is {feature}.',
  '{o} holds still while {n} goes round the edges of {place}, since somebody has to be the middle.',
  'By the time {n} is done, {place} has no more surprises for anybody who is standing still.',
  '{n} makes a slow circle of {place}, and it is worth the shoe leather.',
  'What {n} took for the end of {place} is only where most people stop looking.',
  '{n} draws a map of {place} with one finger on {his} palm, and {o} nods at the parts {ohe} [o:understands].',
  'The longer {n} looks at {place}, the more of it there is.',
  '{n} reports, in order of size, everything in {place} that might be of use. It is not a long list, but it begins with {feature}.'
]

/** A look round that found nothing new. */
export const EXPLORED_NOTHING = [
  '{n} goes round {place} once more and meets only {his} own footprints.',
  'A second look at {place} tells {n} what the first did: that this is all of it.',
  '{place} has been picked clean of surprises, and {n} says so.',
  '{n} comes back to where {o} is standing, having been everywhere in {place} that is not there.',
  'If {place} has anything left to show, it is not showing it to {n}.',
  '{n} tries the corners of {place}, then the places between the corners.',
  '{o} watches {n} knock on things in {place} and hear what anybody would hear.',
  'The rest of {place} is exactly as dull as it looks, which {n} had not taken on trust.',
  '{n} shrugs at {o} from the far side of {place}.',
  'It is thorough work, and {place} does not reward it; {n} sits down to empty {his} shoes.',
  '{n} looks under, behind and on top. {place} has nothing under, behind or on top.',
  'There are places that repay attention. {place}, {n} tells {o}, has stopped being one.'
]
