/**
 * Lines of players, by occasion and temper. Slots: n (the speaker), o… (a companion), place, from, thing, item, feature, way (a possible exit), npc,
 * foe, goal, aim (a clause in lower case), want (a clause in lower case).
 */
export type Temper = 'bold' | 'careful' | 'curious' | 'dry'
export type Spoken = Readonly<Record<Temper | 'any', readonly string[]>>

export { FIGHTING } from './shouts'

/** Said before going somewhere. */
export const GOING: Spoken = {
  any: [
    'If anybody wants to say goodbye to {place}, say it while you walk. {way}.',
    'I have seen all of {place} that I care to. {way} next.',
    'Somebody has to say it, so: {way}.',
    'We could talk about it until morning, or we could go to {way}.',
    'Are we agreed on {way}? Nobody is shouting, so we are agreed.',
    '{o}, you look after the light. I will look after getting us to {way}.',
    'There is nothing wrong with {place} that leaving would not cure. To {way}.',
    'Whatever we are looking for, it is nearer {way} than here.',
    'Pick up your things. I want to be at {way} before I change my mind.',
    'What do you say to {way}, {o}? Say yes.',
    'I say {way}. Has anybody a better idea?',
    '{place} [p:has] no more to give us. On to {way}.',
    '{o}, stay close. We are going to {way}.',
    'If we are to {aim}, it will not be from {place}.',
    'It has to be {way}. We have tried staying here.',
    'Come on. {way} will not come to us.',
    'Leave {place} to those who like it.',
    'Then it is {way}, and we see what we see.',
    'I have had {place} under my feet long enough. {way} can have them.',
    'No more standing about. {way}, {o}, and mind the edges.',
    '{way}. I would rather walk there than talk about it.',
    'That was {place}. {way} cannot be much stranger.',
    'Take a last look at {place}, {o}; I make for {way}.',
    'Shoes on, {o}. It is {way} now.'
  ],
  bold: [
    '{way}. I will go first, and the rest of you can complain from behind.',
    'Enough of {place}. {way}, and quickly.',
    'What is the worst that {way} can do to us? Do not answer that, {o}.',
    'I did not come all this way to stand at {place}.',
    '{way} [w:has] been waiting long enough. So have I.',
    'Race you to {way}, {o}. I have started.',
    'We are for {way}, and {place} may think what it likes.'
  ],
  careful: [
    '{way}, but slowly, and nobody touches anything.',
    'I do not like {way}. I like {place} less.',
    'Keep to my footprints, {o}. We are going as far as {way} and then we think again.',
    'Let us go to {way} while we can still choose to.',
    'One more time: who has the rope? Good. Then {way}.',
    'If {way} [w:sounds] wrong, we turn round. I mean that, {o}.',
    'I have counted what we carry. It will do as far as {way}.'
  ],
  curious: [
    'I want to see {way} before it gets any later.',
    'Has nobody wondered what is at {way}? I have thought of nothing else.',
    'There is bound to be something at {way}. There always is, at the places people warn you of.',
    '{way} [w:is] on the way to everything, if you ask me.',
    'Nobody has told us half of what is at {way}. Come on, {o}.',
    'What if {way} [w:is] the beginning of it, and {place} only the lid?',
    'I have a question, and I think {way} [w:is] the answer.'
  ],
  dry: [
    '{way} it is. I am sure it is lovely.',
    'I vote for {way}. It is the only place that has not been unkind to us yet.',
    'Lead on to {way}, somebody. I shall be right behind, looking brave.',
    '{place} [p:has] been a delight. {way}, anyone?',
    'I hear {way} [w:is] pleasant at this time of year. I hear that from nobody.',
    'So, {way}. I had hoped to be asked, {o}.',
    'After {place}, {way} will be a rest, or possibly a grave.'
  ]
}

/** Said before a search. */
export const SEARCHING: Spoken = {
  any: [
    'Bring the light round. I want to see {feature} properly.',
    'Has somebody turned over {feature}? No? Then it is my turn.',
    'I am not leaving {place} before I know about {feature}.',
    '{o}, keep an eye on my back while I see to {feature}.',
    'Things get put with {feature} and forgotten. I have done it myself.',
    'Let me at {feature} for as long as it takes to say a prayer.',
    'You take that side of {place}, {o}. I will take {feature}.',
    'What would you hide with {feature}, {o}, if you had something to hide?',
    'I have a feeling about {feature}, and I have learnt to be rude to my feelings. But still.',
    'Nobody ever looks twice at {feature}. I am going to be nobody, and look twice.',
    'Nobody has looked at {feature} yet. I am looking.',
    'Give me a moment with {feature}.',
    '{o}, hold that steady. I want to see behind {feature}.',
    'Somebody cared about {feature} once. Let us see why.',
    'There is something about {feature}.',
    'Wait. {feature}. Has anyone tried there?',
    'If I were hiding something at {place}, it would be with {feature}.',
    'Before we go anywhere: {feature}.'
  ],
  bold: [
    'I am going to put my arm into {feature}, and nobody is to make jokes.',
    'Stand back from {feature}. If something bites, it bites me.',
    'We are wasting time. I will see to {feature}.'
  ],
  careful: [
    'Nobody lean on {feature} until I have been over it.',
    'I will look at {feature}. {o}, you look at everything else.',
    'Slowly, now. Somebody left {feature} alone, and had a reason.'
  ],
  curious: [
    'Oh, but look at {feature}.',
    'Who would put {feature} in a place like this? No, really, who?',
    'I could spend a week on {feature}. I will take a minute.'
  ],
  dry: [
    'I shall look at {feature}. It seems to be expected of me.',
    'Let it be written down that I touched {feature} first, for the inquest.',
    'My mother wanted me to go into trade. Instead I have {feature}.',
    'Somebody has to be disappointed by {feature}. It may as well be me.',
    'If I am not back by supper, I was looking at {feature}.'
  ]
}

/** Said before asking somebody whom the speaker came for, or has long known. */
export const ASKING_KNOWN: Spoken = {
  any: [
    'There you are, {npc}. Now tell me all of it.',
    '{npc}. Look at me. What has happened here?',
    'It is only me, {npc}. You can say it to me.',
    '{npc}, I have come a long way to ask you one thing, and you know what it is.',
    'I knew that it would be you, {npc}. Begin at the beginning.',
    'Do not tell me that it is nothing, {npc}. I know what you look like when it is nothing.'
  ],
  bold: [
    '{npc}! Stay where you are. I am going to be angry in a minute, and I want to hear it first.',
    'Out with it, {npc}. I have known you too long for the short version.'
  ],
  careful: ['Take your time, {npc}. I am here now.', '{npc}, are you all right? Tell me that first, and then the rest.'],
  curious: ['{npc}, what is it like? You were always the one who looked.', 'So this is where you are, {npc}. What have you found out?'],
  dry: ['You took some finding, {npc}. I hope that it was worth it.', '{npc}. Of course. Who else would it be?']
}

/** Said to somebody before asking. */
export const ASKING: Spoken = {
  any: [
    'I do not want to trouble you, {npc}. But I am going to.',
    '{npc}, what would you tell a cousin of yours who came here and asked what I am asking?',
    'Say it your own way, {npc}. We are trying to {aim}, and we have come to the end of what we know.',
    'Who else should we be asking, {npc}, if not you?',
    'I have been watching you, {npc}, and you have been watching us. Shall we talk?',
    'Good evening, {npc}. I hear that nobody knows anything. I thought you might be the exception.',
    '{npc}, if you were in my boots, where would you not go?',
    'There is a thing everyone at {place} walks round, {npc}. What is it?',
    '{npc}, a word, if you have one to spare.',
    'You look like someone who sees who comes and goes at {place}, {npc}.',
    '{npc}. We are trying to {aim}. What would you do?',
    'Tell me about {place}, {npc}. The part you do not tell strangers.',
    'We mean no harm, {npc}. We only mean to {aim}.',
    '{npc}, you have been here longer than we have. What are we not seeing?',
    'What is it that you are not saying, {npc}?',
    'You know why we came, {npc}. Help us be gone sooner.'
  ],
  bold: [
    'I will be plain with you, {npc}. I need to {aim}, and you are in the way or you are on it.',
    '{npc}! You. What happened here?',
    'I have no time to be polite, {npc}, so be kind and answer quickly.',
    '{npc}, out with it. I can see the end of it sticking out of your mouth.',
    'Whatever it is, {npc}, I have heard worse, and I am still here to ask.'
  ],
  careful: [
    'You need not answer, {npc}. But I would be grateful, and I remember who I am grateful to.',
    '{npc}, who else have you told about this? I should like to know before you tell me.',
    'I would rather hear it from you, {npc}, than find it with my foot.',
    'Before we go a step further, {npc}: what did the last ones do wrong?',
    'Say it softly, {npc}, if it is the kind of thing that listens.'
  ],
  curious: [
    'What do you make of it all, {npc}? I mean you, not what people say.',
    '{npc}, how long has {place} been like this?',
    'Start where you like, {npc}. I have good ears and nowhere to be.',
    'Is there a thing about {place} that you have never told anybody, {npc}?',
    '{npc}, what did you think it was, the first time?'
  ],
  dry: [
    '{npc}, settle a bet. Is it as bad as it looks?',
    'We are told that you are the person to ask, {npc}. I am sorry about that.',
    "I have a question for you, {npc}, and then I will go and be somebody else's trouble.",
    'You have the face of a person with an answer, {npc}. Do not spoil it.',
    '{npc}, I was told to be charming. This is it. What do you know?'
  ]
}

/** What one wants, said aloud. */
export const WANTING: Spoken = {
  any: [
    'Let us be clear. We {aim}, or somebody else has to, and there is nobody else.',
    'I did not sleep for thinking of it. We have to {aim}.',
    'When we {aim}, {o}, I will buy you something that was not made with water.',
    'It is simple. We {aim}. It is only everything round it that is difficult.',
    'If I forget why I came to {place}, tell me: to {aim}.',
    'One of us should say it. We have come to {aim}, and it is getting late.',
    'I want one thing, and that is to {aim}. The rest can wait.',
    'We came to {aim}. I say it so that we hear it.',
    'First we {aim}. Then we argue.',
    'Remember, {o}: we are here to {aim}.',
    'I keep thinking of {goal}. That is where we will {aim}, or nowhere.',
    'Do you suppose that anybody at {place} has even tried to {aim}?'
  ],
  bold: ['I mean to {aim}, with you or ahead of you.', 'Let us {aim} and be drunk by nightfall.'],
  careful: ['All we have to do is {aim}. We do not have to do it quickly.', 'To {aim}, and everyone home again. Both halves of that, {o}.'],
  curious: ['It is not enough to {aim}. I want to know why nobody did it before.', 'To {aim}, yes. But does it not bother you how it came to this?'],
  dry: ['To {aim}. It sounded so reasonable indoors.', 'I only agreed to {aim}. Nobody said anything about {place}.']
}

/** Said on coming to a new place. */
export const ARRIVING: Spoken = {
  any: [
    '{place}, then. Everybody still here?',
    'Nobody told me that {place} would have {feature} in it.',
    'Well. {place} [p:was] here before us, and does not look impressed.',
    'Give me a moment. I want to remember the way we came into {place}.',
    'It smells different at {place}. Does it smell different to you, {o}?',
    'Here we are, {o}. {place}. Say something clever.',
    'So this is {place}. I would have drawn it otherwise.',
    'I had thought {place} would be bigger.',
    '{place}. Look at {feature}.',
    'Mind your step, {o}. I do not trust {place}.',
    'Does anyone know {place}? No? Then nobody does.',
    'I have heard of {place}. What I heard was not this.'
  ],
  bold: ['Right. {place}. Who wants to be first at {feature}?', '{place} [p:does] not frighten me. {o} frightens me, with that face.'],
  careful: ['Before anyone moves: how do we get out of {place} again?', 'I count the ways out of {place} first. Then we talk.'],
  curious: ['I want to see all of {place}. Start with {feature}.', 'Listen. Is it always like this at {place}?'],
  dry: ['{place}. And us without a picnic.', 'Whoever gave {place} that name was trying to sell it.']
}

/** Said when hurt. */
export const HURTING: Spoken = {
  any: [
    'I have had worse from bread knives, {o}. Not much worse.',
    'Do not look at it, {o}. I am not looking at it.',
    'Give me a moment. The ground at {place} has not stopped moving.',
    'Tell me again, {o}, how this was going to be easy.',
    'I shall be fine as soon as I am somewhere that is not {place}.',
    'I can walk, {o}. Ask me again when I cannot.',
    'I would not mind sitting down, even at {place}.',
    'It is not as bad as it looks. It looks very bad, I know.',
    '{o}, look at my back and tell me a kind lie.',
    'Somebody else can go first to {way}.',
    'I left more of myself at {place} than I had meant to.'
  ],
  bold: ['It is a scratch. {o} has cut deeper shaving.', 'Let {place} try that again.'],
  careful: ['I have nothing left to be careless with, {o}. We stop here a while.', 'One more like that and you can have my boots, {o}.'],
  curious: ['I never knew that one could bleed from there, {o}.', 'Interesting. I can hear my own heart at {place}.'],
  dry: ['I am told that pain is instructive. I feel very well taught, {o}.', 'If I die at {place}, do not let them spell my name wrong.']
}

/** Said when the fight is over. */
export const AFTER: Spoken = {
  any: [
    'Is everybody standing? {o}?',
    'Let us not stay at {place} with that on the ground.',
    'Breathe, {o}. It is finished.',
    'I did not want that. I want it written down that I did not want that.',
    'Take what is useful and let us get out of {place}.',
    'Next time I should like to be asked first.',
    'Somebody wipe that off me. Thank you, {o}.',
    'Listen to {place}. That is what nothing sounds like.',
    'I am sitting down, {o}, and I am not asking.'
  ],
  bold: ['And that is how it is done. {o}, close your mouth.', 'Who is next? Nobody? Good.'],
  careful: ['Count yourselves. Then count the ways out of {place}.', 'There may be more. Quietly now, {o}.'],
  curious: ['Now, what was it guarding? {feature}, for a start?', 'Hold still, {o}, I want to see what it did to you.'],
  dry: ['I think {place} [p:has] made its point.', 'Well, {o}, now we have been introduced.']
}

/** Said when somebody told something worth knowing. */
export const HEARD: Spoken = {
  any: [
    'Say that again, {npc}. Slower.',
    'Nobody else at {place} had the nerve to tell us. We owe you, {npc}.',
    'Now {npc} has said it, I wonder that we did not guess.',
    'Remember how {npc} put it, {o}. The words matter.',
    'Did you hear how {npc} said that, {o}?',
    'That was worth the way to {place}.',
    'Thank you, {npc}. I will not say where I heard it.',
    '{npc} is frightened, and not of us.',
    'So it comes to {goal} after all.',
    'I believe {npc}. I wish I did not.'
  ],
  bold: ['That is enough for me, {npc}. We go.', 'Good. Now we know whom to hit, or nearly.'],
  careful: ['Somebody gains by our believing {npc}. I should like to know who.', 'I would not repeat that at {place}, {npc}.'],
  curious: ['And before that, {npc}? What was it before that?', 'Then why did nobody go and look, {npc}?'],
  dry: ['Every time somebody helps us, {o}, I like our chances less.', 'How very nearly reassuring, {npc}.']
}

/** Said when something was found by a companion. */
export const SEEN_FIND: Spoken = {
  any: [
    'Put {item} away before somebody sees it, {o}. Somebody who is not us.',
    'I looked there. I would swear that I looked there. Keep {item}, {o}.',
    '{item}. I have owned worse.',
    'And what does one do with {item}, {o}? No, show me.',
    'Let me see {item}, {o}. I will give it back.',
    'Keep {item} somewhere dry, {o}.',
    '{item}. Well. Somebody will be missing that.',
    'You always find things, {o}. I only ever find holes.',
    'What do we want with {item}? Take it anyway.',
    'Good eyes, {o}.'
  ],
  bold: ['Ha! {item}! {o}, I take back half of it.', 'Bring {item}, and come on.'],
  careful: ['Wipe {item} before you put it near your mouth, {o}.', 'Was {item} meant to be found, do you think?'],
  curious: ['Turn {item} over, {o}. Is there a mark?', 'Who made {item}? That is not from round here.'],
  dry: ['We are rich, {o}. In {item}.', 'My share of {item} can be the part with the handle.']
}

/** Said when nothing else is to be said. */
export const IDLING: Spoken = {
  any: [
    'I keep coming back to {feature}. Does nobody else?',
    'If we are going to {aim}, {o}, this is not how.',
    'Has it got colder, {o}, or is that only {place}?',
    'Let us count what we know. It will not take long.',
    'Nobody has said anything sensible for some time. I include myself, {o}.',
    'What do you think, {o}? Honestly.',
    'It is {feature} that I keep looking at.',
    'There [w:is] {way}, or there is staying at {place}.',
    'We are missing something at {place}.',
    'When this is done, {o}, I am going to sleep for a week.',
    'Did you hear that? No. Nor did I, then.',
    'If it were up to me we would be at {way} by now.',
    'You have been quiet, {o}.'
  ],
  bold: ['Somebody do something, or I will, {o}.', 'Standing about at {place} is how people get killed.'],
  careful: ['Let us each say what we have left, {o}. I will begin.', 'I should like to be out of {place} before the light changes.'],
  curious: [
    'Suppose {feature} [f:was] here first, and somebody put {place} round it.',
    'Have you noticed, {o}, that nobody in these parts says the word "{goal}" first?'
  ],
  dry: ['I had a warm bed once, {o}. I left it for {place}.', 'This is going well. {o}, tell me that it is going well.']
}

/** Said of a resting place. */
export const RESTING: Spoken = {
  any: [
    'Sit down before you fall down, {o}.',
    'I am going to close my eyes at {place} and nobody is to rob me.',
    'Let {place} carry us for a bit. We have carried enough.',
    'Show me that arm, {o}. The other one. The one you are hiding.',
    'We are no use to anybody like this. We stop.',
    'We stop here. {o}, you look like washing.',
    'I have to sit, {o}. {place} will do.',
    'We sit. Nobody at {place} is going to miss us for a while.',
    'Eat something, {o}. That is not a request.',
    'First watch is mine. {place} [p:gives] me bad dreams anyway.'
  ],
  bold: ['We stop, and then I go on if I have to carry {o}.'],
  careful: ['We rest now, at {place}, while it is our own idea.'],
  curious: ['Sit with me, {o}, and tell me what you think {goal} [g:is] like.'],
  dry: ['I intend to lie down, {o}, with all the dignity that {place} [p:allows].']
}

/** Whispered to the DM. */
export const WHISPERED: Spoken = {
  any: [
    'I want to keep an eye on {npc} without {npc} knowing. What do I see?',
    'Is there anything about {feature} that the others would not notice?',
    'I do not tell {o}, but I am worried about {place}. Am I right to be?',
    'While the others talk, I listen toward {way}. What do I hear?',
    'Does {npc} look like someone who is lying?',
    'I run my hand over {feature} while nobody looks. Does it feel right?'
  ],
  bold: ['If it comes to a fight at {place}, where do I want to be standing?'],
  careful: ['How many ways lead out of {place}, if {way} [w:is] shut?'],
  curious: ['How old would I call {feature}, next to the rest of {place}?'],
  dry: ['Be honest with me. How bad an idea is {way}?']
}
