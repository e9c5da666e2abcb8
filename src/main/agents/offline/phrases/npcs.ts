/** What bystanders say and private answers. Slots: n… (who is spoken to), npc (the speaker), place, feature, way, goal, sense, risk, mood. */

/** A friendly or neutral person speaks up. */
export const SPOKEN_BY_NPC = [
  'If it were me, {n}, I would have another look at {feature}.',
  'You are standing just where the last ones stood, {n}.',
  'Folk here do not go to {way} after dark, {n}. Nor much before.',
  'I said nothing to you about {goal}, mind. But I have not stopped anybody either.',
  'You have good boots, {n}. You will want them, on the way to {way}.',
  'Nobody asked me about {feature}. Nobody ever does.',
  '{n}, is it? I had a cousin who looked like you. It did not help him.',
  'There [w:is] {way}, and there is minding your business. I chose the second one, years ago.',
  'Whatever you find, {n}, I should like to be told. Or perhaps I should not.',
  'I could tell you what they say of {goal}, {n}. It would not make you go any faster.',
  'Do not look at me, {n}. I only live at {place}.',
  'My mother would not let us play near {feature}. She never said why, and we never asked, and here we are.',
  'You will be going to {goal}, then. They all are, until they get there.',
  '{place} [p:was] a decent place once, {n}. I will thank you to remember that.',
  'I will keep a lamp lit, {n}. It is all I am good for.',
  'Are you the ones? I had thought there would be more of you.',
  'Come and tell me how it ended, {n}, if you are passing. If you are able.',
  'Quietly, {n}. There are ears at {place}, and I would not put it past {feature}.'
]

/** Somebody wary speaks up. */
export const SPOKEN_WARILY = [
  'That is near enough, {n}.',
  'I know what I know, {n}, and you can go and know something else.',
  'You would not be the first to come poking at {feature}.',
  'What is {goal} to you, {n}?',
  '{place} [p:was] quiet until you came.',
  'Say what you want, {n}, and then say goodbye.',
  'I see your hands, {n}. Keep them where I see them.',
  'Ask at {way}. Ask anywhere but here.'
]

/** Private answers. */
export const ANSWERS = [
  'You see nothing that {n} could swear to. But {feature} might repay a second look.',
  'It is quiet toward {way}, {n}; quieter than it should be, you would say, if anybody asked.',
  'You have the feeling, {n}, that at {place} you are the one being looked at.',
  'As far as {n} can tell, nobody here is lying. Somebody is leaving things out.',
  'You stand where you can see both {feature} and the way to {way}. It seems the best place there is.',
  'There is wear on {feature}, {n}, at about the height of a hand.',
  'You listen. {place} [p:goes] on as before, only more slowly, as things do when one listens.',
  'If you had to leave {place} in a hurry, {n}, it would be by {way}.',
  'Nothing you could name, {n}. It stays with you all the same.',
  'You are right to ask. {goal} [g:has] been in the back of your mind since morning, {n}, and it is not leaving.',
  'It is older than it looks, {n}, whatever it is; most of {place} is.',
  'A bad idea, {n}, but you have had worse, and some of them worked.'
]

/** Private answers about somebody who is there. */
export const ANSWERS_ABOUT = [
  '{npc} looks at {feature} whenever you look away, {n}.',
  'You watch {npc} a while. Whatever {npc} is afraid of, {n}, it is not you.',
  '{npc} has not moved from that spot since you came, {n}. There may be a reason, or there may be a bad knee.',
  'If {npc} is lying, {n}, it is by habit, and to everybody alike.',
  'You catch {npc} counting you. It is done quickly, {n}, like somebody who counts sheep for a living.'
]
