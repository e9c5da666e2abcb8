/** Fights, spells and help. Slots: n… (the actor), m… (the target), o…, foe (a foe still standing), place, all, count. */

/** A fight begins. */
export const FIGHT_BEGINS = [
  '{foe} has not come to talk.',
  'There is no signal. {foe} moves, and then everybody does.',
  'Whatever {all} meant to do at {place}, {foe} has other plans for them.',
  '{o} sees {foe} move before {n} does, and there is no time to point.',
  '{foe} is between them and the rest of {place}, and will not be walked round.',
  'The space between {n} and {foe} was talking distance. It has stopped being that.',
  '{foe} chooses {n}, for no reason that {n} can see.',
  '{o} has just time to raise an arm, and {foe} comes on.'
]

/** Somebody hostile is there, and has not begun: there is still time to go. */
export const LOOMS = [
  '{foe} is at {place}, and has decided nothing about them yet.',
  'At the far side of {place} there is {foe}. {n} holds out an arm, and the others stop behind it.',
  '{foe} has not heard {n} yet. {o} breathes through the mouth, to keep it so.',
  'There is {foe}, and there is the way they came by. {n} looks from the one to the other.',
  '{foe} waits to see what they will do, and {n} would like to know that as well.',
  'It would be a bad hour to meet {foe}. {n} counts who could still run, and how far.'
]

/** The party hurt a foe. */
export const HIT = [
  '{m} feels that, and gives ground, and {n} takes it.',
  '{n} has found the range of {m} now.',
  '{ns} blow turns {m} half round, and for a moment {mhe} [m:has] {mhis} back to everybody.',
  '{m} looks at {n} with a new interest.',
  'Something in {m} gives that will not easily be put back; {n} hears it.',
  'A pace at a time, {n} is teaching {m} to stay out of reach.',
  '{o} sees {m} falter under {ns} arm, and takes heart.',
  '{m} is slower after that, and {n} is not.'
]

/** A foe went down. */
export const FELLED = [
  '{m} lies where {mhe} dropped, and {place} [p:is] the larger for it.',
  'That is the end of {m}. {n} expected it to take longer, or to feel like more.',
  '{m} folds up slowly, like something being put away.',
  '{n} steps back to let {m} fall.',
  '{o} nudges {m} with a foot, to be certain for all of them.',
  'Whatever {m} was guarding at {place}, {mhe} [m:has] stopped.',
  '{n} looks down at {m} for as long as it takes to be sure.'
]

/** One of the party was hurt. */
export const WOUNDED = [
  '{m} has reached {n}, and {n} is still finding out how far.',
  '{n} keeps {his} feet. It is noticed; {o} notices it.',
  '{m} has drawn blood, and seems to think it a beginning. {n} holds on.',
  '{o} sees {n} go grey, and moves nearer without seeming to.',
  '{n} is still up, and paler than before. {m} has noticed it too.',
  'The blow from {m} drives {n} back against {place} itself.',
  '{n} shakes {his} head to clear it, and {m} is still there.',
  'There is red on {n} now, and {m} is looking at it.'
]

/** One of the party fell. */
export const FRIEND_FELL = [
  '{n} is down at {place}, and does not get up.',
  '{n} lies with {his} face turned away, and {o} cannot see whether {he} [breathes].',
  '{n} has dropped without a word, which is not like {him}.',
  'Somebody will have to carry {n}. {o} looks to see who is left to do it.',
  '{o} gets between {n} and the rest of {place}, too late to be of use and in time to be seen.'
]

/** A round of a fight ended and both sides stand. */
export const ROUND = [
  'They draw apart for as long as it takes to breathe in. {foe} breathes too.',
  '{foe} has the better ground and knows it; {n} has {o}.',
  '{n} and {o} have ended up shoulder to shoulder without agreeing on it, with {foe} in front.',
  '{foe} circles. {n} turns to match, step for step.',
  '{o} keeps an eye on {foe}. So does {n}, and {foe} keeps an eye on both of them.',
  '{foe} comes on again, and slower, {n} thinks, or hopes.',
  'The noise of it fills {place} to the corners, then stops, then begins again with {foe}.',
  '{foe} tries the left, where {o} is, then thinks about the right, where {n} is.',
  'Every one of them is breathing hard by now, {foe} not least.',
  '{o} slips, catches {ohimself}, and is grateful that {foe} was looking at {n}.'
]

/** The fight is won. */
export const FIGHT_WON = [
  'Then it is quiet, and {n} can hear {place} again.',
  '{o} sits down where {ohe} [o:is]. {n} stays standing, because somebody should.',
  'It is over. {all} look at one another to see who has been hurt, and by how much.',
  'Nobody cheers. {n} cleans what {he} [is] holding and puts it away.',
  '{n} is surprised to find {his} hands steady, and then they are not.',
  '{o} laughs once, for no reason, and stops.',
  'What {n} will remember is how little time it took, and how quiet {place} went.'
]

/** The fight ended because somebody ran. */
export const FIGHT_LEFT = [
  '{n} does not stop running until running is no longer the sensible thing.',
  '{o} listens back the way they came. Nothing follows, or nothing that {n} can hear.',
  'It is no shame to leave a fight. {n} and {o} both know that, and it does not help.',
  '{n} bends over with {his} hands on {his} knees until {place} [p:stops] going round.'
]

/** A foe ran. */
export const ROUTED = [
  '{m} has had enough of {place}, and is gone from it.',
  'All at once there is nothing where {m} was but the sound of {m} going.',
  '{o} takes three steps after {m}, and lets {mhim} go.',
  'They listen to {m} getting smaller. Nobody at {place} suggests following.'
]

/** They were beaten, left for dead, and some came round. */
export const LOST = [
  '{n} comes to at {place} with a mouth full of grit, and is at first offended to be alive.',
  'Whatever beat them has lost interest. {n} sits up at {place} and takes care not to win it back.',
  'The first thing {n} hears is somebody breathing. It takes {him} some time to find out who.',
  'They were beaten at {place}, and {n} does not look for another word.'
]

/** One of the party is dead. */
export const DIED = [
  '{n} is dead. {o} waits a while all the same, as if there might be some mistake in it.',
  '{o} straightens {ns} coat. It was never straight in {his} life.',
  '{o} takes from {n} what can be carried, and lets {him} keep {his} boots.',
  '{n} had things still to do. {o} knows of some of them, and goes over the list.',
  '{o} closes {ns} eyes. At {place} there is nothing to see in any case.'
]

/** One of the party is dead, somewhere else. */
export const DIED_AFAR = [
  '{o} does not see {n} die. {ohe} [o:hears] when it gets quiet, and knows what the quiet is.',
  '{n} is dead, back there. {o} stands at {place} and goes over the last thing they said to each other.',
  '{o} waits at {place} for {n}, past the point where waiting makes sense.',
  'Nobody brings {o} the news. {n} would have been here by now; that is how the news comes.'
]

/** A spell worked. */
export const CAST = [
  'The light at {place} is a shade to one side of where it was before {n} read.',
  '{o} looks at the book in the hands of {n}, and then at {n}.',
  '{n} turns the page over and lays {his} hand flat on it, so that no more comes out.',
  'The words have gone out of {n}, and something of {n} has gone with them.'
]

/** Somebody fallen, held or burning was helped. */
export const LIFTED = [
  '{m} looks up at {n} as if it were any other morning.',
  '{n} is not gentle about it, but {n} is quick, and {m} is the better for it.',
  '{m} will live. {n} looks twice, to make sure.',
  '{n} keeps a hand on {m} longer than the work needs.',
  '{n} counts the breaths of {m}, and stops counting at a number that will do.'
]
