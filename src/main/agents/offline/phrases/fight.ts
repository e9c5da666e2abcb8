/** Fights. Slots: n… (the actor), m… (the target), o…, foe (a foe still standing), place, all, count. */

/** A fight begins. */
export const FIGHT_BEGINS = [
  '{foe} has not come to talk.',
  'There is no signal. {foe} moves, and then everybody does.',
  '{n} sees it in {foe} a breath before it comes.',
  'Whatever {all} meant to do at {place}, {foe} has other plans for them.',
  '{o} sees {foe} move before {n} does, and there is no time to point.',
  'It begins the way such things do: with {foe} already too close.',
  '{foe} is between them and the rest of {place}, and will not be walked round.',
  'The space between {n} and {foe} was talking distance. It has stopped being that.',
  '{n} puts {his} back to the nearest solid part of {place}. {foe} takes it for an answer.',
  'There are places for a fight, and {place} [p:is] not one. {foe} does not mind.',
  '{foe} chooses {n}, for no reason that {n} can see.',
  '{o} has just time to raise an arm, and {foe} comes on.'
]

/** Somebody hostile is there, and has not begun: there is still time to go. */
export const LOOMS = [
  '{foe} is at {place}, and has decided nothing about them yet.',
  'At the far side of {place} there is {foe}. {n} holds out an arm, and the others stop behind it.',
  '{foe} has not heard {n} yet. {o} breathes through the mouth, to keep it so.',
  'There is {foe}, and there is the way they came by. {n} looks from the one to the other.',
  '{place} [p:belongs] to {foe} for the present, and {n} is in no state to dispute it.',
  '{foe} waits to see what they will do, and {n} would like to know that as well.',
  'Nothing has begun. {foe} is a little nearer than before, and {place} a little smaller.',
  '{o} lays a hand on the sleeve of {n} and points with {ohis} chin: {foe}.',
  'It would be a bad hour to meet {foe}. {n} counts who could still run, and how far.',
  '{foe} is busy with something at {place}, and will not be busy with it for ever.'
]

/** The party hurt a foe. */
export const HIT = [
  '{m} feels that, and gives ground, and {n} takes it.',
  '{n} has found the range of {m} now.',
  '{ns} blow turns {m} half round, and for a moment {mhe} [m:has] {mhis} back to everybody.',
  'It is not a pretty stroke. {m} does not care for it either, and {n} is not asking.',
  '{m} looks at {n} with a new interest.',
  '{n} hits {m} the way {he} [does] most things, once and from the shoulder.',
  'Something in {m} gives that will not easily be put back; {n} hears it.',
  '{m} makes a sound that {n} would be glad not to know.',
  'That is {ns} doing, and {m} knows whose it is.',
  'A pace at a time, {n} is teaching {m} to stay out of reach.',
  '{o} sees {m} falter under {ns} arm, and takes heart.',
  '{n} does not wait to admire what {he} [has] done to {m}.',
  '{m} is slower after that, and {n} is not.',
  '{n} has given {m} something to carry.',
  'If {m} was in doubt about {n}, the doubt is past.',
  '{o} hears it land, and does not need to look to know that {n} has found {m}.'
]

/** A blow that did no harm. */
export const MISSED = [
  '{n} has hit {place} squarely. {m} was elsewhere.',
  'There is nothing wrong with {ns} swing but that {m} is not under it.',
  '{m} lets it go by, and {n} has to go some way after it.',
  '{n} and {m} go round each other once, like people in a doorway.',
  '{ns} blow rings off {m} and jars {him} to the teeth.',
  '{m} seems hardly to notice that {n} tried.',
  '{n} recovers {his} footing, which is the best part of the stroke. {m} waits politely.',
  'What {n} meant for {m} goes into the air of {place}, where it does no harm to anyone.',
  '{m} has moved. It is as simple as that, and no comfort to {n}.',
  'Close, {o} thinks, though {m} does not look as though {ns} try was close.'
]

/** A foe went down. */
export const FELLED = [
  '{m} lies where {mhe} dropped, and {place} [p:is] the larger for it.',
  '{n} stands over {m} a moment longer than {he} [needs] to.',
  'That is the end of {m}. {n} expected it to take longer, or to feel like more.',
  '{m} folds up slowly, like something being put away.',
  '{n} steps back to let {m} fall.',
  'It is done. {m} will trouble {place} no more, and {n} looks for somewhere to wipe {his} hands.',
  '{o} nudges {m} with a foot, to be certain for all of them.',
  '{m} has gone down across the way, and {n} has to step over {mhim} to get at the rest.',
  'Whatever {m} was guarding at {place}, {mhe} [m:has] stopped.',
  '{n} looks down at {m} for as long as it takes to be sure.'
]

/** One of the party was hurt. */
export const WOUNDED = [
  '{m} has reached {n}, and {n} is still finding out how far.',
  '{n} keeps {his} feet. It is noticed; {o} notices it.',
  '{n} looks down at {himself}, and then, with some effort, up again at {m}.',
  '{m} has drawn blood, and seems to think it a beginning. {n} holds on.',
  'It is {n} who pays for that, and {m} who is paid.',
  '{o} sees {n} go grey, and moves nearer without seeming to.',
  '{n} is still up, and paler than before. {m} has noticed it too.',
  'The blow from {m} drives {n} back against {place} itself.',
  '{n} has been hit harder, once, by a cart. {m} is smaller than a cart.',
  '{ns} ribs and {m} have come to an understanding, and {ns} ribs have the worse of it.',
  '{n} shakes {his} head to clear it, and {m} is still there.',
  'There is red on {n} now, and {m} is looking at it.'
]

/** One of the party fell. */
export const FRIEND_FELL = [
  '{n} is down at {place}, and does not get up.',
  '{n} lies with {his} face turned away, and {o} cannot see whether {he} [breathes].',
  'They were {count}. With {n} on the ground it does not feel like one fewer; it feels like half.',
  '{n} has dropped without a word, which is not like {him}.',
  'Somebody will have to carry {n}. {o} looks to see who is left to do it.',
  '{ns} hand has opened, and what it held rolls a little way across {place}.',
  '{o} gets between {n} and the rest of {place}, too late to be of use and in time to be seen.'
]

/** A round of a fight ended and both sides stand. */
export const ROUND = [
  'They draw apart for as long as it takes to breathe in. {foe} breathes too.',
  '{foe} has the better ground and knows it; {n} has {o}.',
  'Nobody has won {place} yet.',
  '{n} and {o} have ended up shoulder to shoulder without agreeing on it, with {foe} in front.',
  '{foe} circles. {n} turns to match, step for step.',
  'It is ugly work, and {place} [p:is] too small for it.',
  'So it stands: {foe} not beaten, {n} not down, and {o} between them looking for an opening.',
  '{o} keeps an eye on {foe}. So does {n}, and {foe} keeps an eye on both of them.',
  '{foe} comes on again, and slower, {n} thinks, or hopes.',
  'The noise of it fills {place} to the corners, then stops, then begins again with {foe}.',
  '{n} spits, shifts {his} grip, and does not look away from {foe}.',
  '{foe} tries the left, where {o} is, then thinks about the right, where {n} is.',
  'Every one of them is breathing hard by now, {foe} not least.',
  'If {foe} means to give up, there is no sign of it that {n} can read.',
  '{o} slips, catches {ohimself}, and is grateful that {foe} was looking at {n}.',
  '{n} has stopped thinking of anything at {place} but {foe} and the next half-minute.'
]

/** The fight is won. */
export const FIGHT_WON = [
  'Then it is quiet, and {n} can hear {place} again.',
  '{o} sits down where {ohe} [o:is]. {n} stays standing, because somebody should.',
  'It is over. {all} look at one another to see who has been hurt, and by how much.',
  'Nobody cheers. {n} cleans what {he} [is] holding and puts it away.',
  '{place} [p:is] theirs, for what it is worth.',
  '{n} is surprised to find {his} hands steady, and then they are not.',
  'Afterwards there is a great deal of breathing at {place}, and {n} is glad of every breath of it.',
  '{o} laughs once, for no reason, and stops.',
  "They had not come to {place} for that. {n} and {o} do not quite meet each other's eye.",
  'What {n} will remember is how little time it took, and how quiet {place} went.'
]

/** The fight ended because somebody ran. */
export const FIGHT_LEFT = [
  '{n} does not stop running until running is no longer the sensible thing.',
  'There is a word for what they have just done, and nobody uses it.',
  'They have left {foe} in possession, and themselves alive, and {n} calls it even.',
  '{o} listens back the way they came. Nothing follows, or nothing that {n} can hear.',
  'It is no shame to leave a fight. {n} and {o} both know that, and it does not help.',
  '{n} bends over with {his} hands on {his} knees until {place} [p:stops] going round.'
]

/** Somebody ran from a fight that goes on. */
export const RAN = [
  '{n} runs, and is not ashamed of it yet.',
  '{ns} footsteps go away, and the fight closes up over the gap.',
  'With {n} gone there is more room, and none of it welcome.',
  '{o} sees {ns} back, and has no time to think about it.'
]

/** Somebody tried to break away and could not. */
export const HELD = [
  '{n} looks for a way out of it and finds {foe} wherever there might be one.',
  'There is a moment in which {n} might get away. It belongs to somebody else.',
  '{n} makes for the edge of {place} and is made to think again.',
  '{o} sees {n} try for the way out, and hopes that nobody else has seen.',
  '{n} does not get clear, and {he} [has] at least stopped pretending to want to stay.'
]

/** A foe ran. */
export const ROUTED = [
  '{m} has had enough of {place}, and is gone from it.',
  'All at once there is nothing where {m} was but the sound of {m} going.',
  '{o} takes three steps after {m}, and lets {mhim} go.',
  '{m} chooses to live. {o} would call it cowardice if {ohe} had the breath.',
  'They listen to {m} getting smaller. Nobody at {place} suggests following.',
  '{m} breaks off and goes, and does not look back to see how {o} takes it.'
]

/** They were beaten, left for dead, and some came round. */
export const LOST = [
  '{n} comes to at {place} with a mouth full of grit, and is at first offended to be alive.',
  'An hour is missing. {n} feels about {place} for it, and for the others.',
  'Whatever beat them has lost interest. {n} sits up at {place} and takes care not to win it back.',
  '{n} opens {his} eyes at {place}. It seems that being left for dead is not the same as dying.',
  'The first thing {n} hears is somebody breathing. It takes {him} some time to find out who.',
  'They were beaten at {place}, and {n} does not look for another word.'
]

/** One of the party is dead. */
export const DIED = [
  '{n} is dead. {o} waits a while all the same, as if there might be some mistake in it.',
  'That is all there is of {n}. {place} [p:does] not mark the spot; {o} does, with a stone.',
  '{o} straightens {ns} coat. It was never straight in {his} life.',
  'Nobody will have to wait for {n} any more. {o} finds that {ohe} [o:is] still waiting.',
  '{o} takes from {n} what can be carried, and lets {him} keep {his} boots.',
  '{n} had things still to do. {o} knows of some of them, and goes over the list.',
  'They had not thought that it would be {n}. Nobody ever says whom they had thought it would be.',
  '{o} closes {ns} eyes. At {place} there is nothing to see in any case.'
]

/** One of the party is dead, somewhere else. */
export const DIED_AFAR = [
  '{o} does not see {n} die. {ohe} [o:hears] when it gets quiet, and knows what the quiet is.',
  '{n} is dead, back there. {o} stands at {place} and goes over the last thing they said to each other.',
  '{o} waits at {place} for {n}, past the point where waiting makes sense.',
  'Nobody brings {o} the news. {n} would have been here by now; that is how the news comes.'
]
