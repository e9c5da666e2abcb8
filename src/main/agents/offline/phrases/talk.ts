/** After talk. Slots: n… (who asked), m, mhe, mhis, mhim (who was asked), o (somebody listening), place, feature. */

/** Something was told; the words have just been logged. */
export const TOLD = [
  '{m} seems smaller for having said it, and {n} does not hurry to fill the silence.',
  'Having begun, {m} did not know how to stop; {n} knew how to let {mhim}.',
  'All the while {m} was looking past {n}, at {feature}, as if somebody there might object.',
  'There was one way to ask it that {m} could answer, and {n} had found it.',
  'That is all, {m} says, and by {mhis} face it is more than {mhe} meant to give.',
  '{o} opens {ohis} mouth to ask the next thing. {n} treads on {ohis} foot.',
  '{m} waits to see what {n} will do with it.',
  'It costs {m} something to say so at {place}, where anybody might come by.',
  '{n} can see that thanks are not what {m} wanted.',
  '"You did not have that from me," {m} adds, though {n} can hardly have had it from anybody else.',
  '{m} has the look of someone who has put down a load and is not yet used to {mhis} own arms.',
  'For the length of a breath nobody at {place} finds anything to do.',
  '{n} came to {m} with one question and goes away with three.',
  '{o} believes {m}. {n} believes about half, and does not yet know which half.',
  '{n} turns it round to see how it will fit with the rest of what {place} [p:has] told them.',
  '{m} has spoken low, so that {n} had to lean in, and {o} had to pretend not to.',
  'It is not news that {m} enjoyed carrying, and {mhe} [m:has] set it down in front of {n} like a wet sack.',
  '{m} nods at {n} once more, to show that it was meant.',
  '{m} had been waiting for somebody to ask. It only had to be somebody like {n}.',
  'When {m} has finished, {o} finds that {ohe} [o:has] been holding {ohis} breath, and lets it go.',
  '{n} files it away. {m} watches {him} do it.',
  'There is more where that came from, {n} judges, but not for the asking; {m} has shut {mhis} mouth on it.'
]

/** The talk brought nothing new. */
export const NOT_TOLD = [
  '{m} answers at some length and says nothing, and {n} lets {mhim}.',
  '{n} gets no more out of {m} than one gets from a gatepost.',
  '{m} has opinions on the weather at {place}, and shares them all.',
  'Whatever {m} knows, {mhe} [m:knows] it with {mhis} mouth shut.',
  '{n} tries a smile on {m}. It does not take.',
  '{m} says {mhe} [m:has] things to see to, and looks about {place} for some.',
  '{o} would press harder. {n} shakes {his} head; {m} is a door that opens outward or not at all.',
  "They part civilly, {n} and {m}, each with a low opinion of the other's questions.",
  '{m} looks {n} up and down and closes like a shop.',
  'It is a conversation in the sense that {n} and {m} both take part.',
  '{m} shrugs in the manner of {place}, which means no, or not to you.',
  '"Ask somebody else" is the sum of it, and {n} looks round {place} for somebody else.',
  '{n} thinks {m} afraid. {o} thinks {m} stubborn. Neither of them is quite right.',
  '{m} has as many words for {n} as for anybody, and none of them is an answer.',
  'What {n} takes away from {m} would go through a sieve.',
  '{m} is glad of the company, at least, and {n} is glad to be done.',
  'The silence between {n} and {m} is not unfriendly. It is only very well built.',
  '{o} counts the words {n} has got out of {m}. It can be done on one hand.'
]

/** The asking made things worse. */
export const SNUBBED = [
  '{m} takes a step back from {n}, and it is not to make room.',
  'After that {m} keeps {mhis} eyes on {ns} hands.',
  '{n} sees too late which word it was. {m} has already turned away.',
  '{o} takes {n} by the sleeve and draws {him} off before {m} can think of more to say.',
  'Whatever door there was in {m}, {n} hears it shut.',
  '{m} will remember {n}, and not kindly.',
  'It goes badly, and at {place} things that go badly go round.',
  'Something in {m} sets hard, and {n} has not long to mend it.'
]

/** The asking did some good, though nothing was told. */
export const WARMED = [
  '{m} looks at {n} again, as one looks at a tool that might do after all.',
  'Something in {m} comes down a notch. {n} has the sense not to point at it.',
  '{m} has not said anything yet. But {mhe} [m:has] stopped looking for the door, and {n} can wait.',
  'It was the right thing to say, by luck or by upbringing, and {m} breathes out.',
  '{m} makes a little room beside {mhim}, about as wide as {n}.',
  'For the first time {m} calls {n} by name.',
  '{o} sees {m} nod at {n}, and takes note of it.',
  '{m} and {n} find that they dislike the same things, which is half of friendship.',
  'It is not trust yet, what {m} gives {n}, but it is the way to it.',
  '{n} has not got an answer out of {m}. {n} has got a smile, and it was harder.'
]
