/**
 * Lines of players, by occasion and temper. Slots: n (the speaker), o… (a companion), place, feature, way (a possible exit), npc, foe, goal, aim (a
 * clause in lower case). What characters say on other occasions stands in their own files.
 */
export type Temper = 'bold' | 'careful' | 'curious' | 'dry'
export type Spoken = Readonly<Partial<Record<Temper, readonly string[]>>> & { readonly any: readonly string[] }

/** Said before going somewhere. */
export const GOING: Spoken = {
  any: [
    'I have seen all of {place} that I care to. {way} next.',
    'We could talk about it until morning, or we could go to {way}.',
    'Whatever we are looking for, it is nearer {way} than here.',
    'What do you say to {way}, {o}? Say yes.',
    'I say {way}. Has anybody a better idea?',
    '{place} [p:has] no more to give us. On to {way}.',
    '{o}, stay close. We are going to {way}.',
    'If we are to {aim}, it will not be from {place}.',
    'It has to be {way}. We have tried staying here.',
    'Then it is {way}, and we see what we see.'
  ],
  bold: [
    'Enough of {place}. {way}, and quickly.',
    '{way} [w:has] been waiting long enough. So have I.',
    'We are for {way}, and {place} may think what it likes.'
  ],
  careful: [
    '{way}, but slowly, and nobody touches anything.',
    'I do not like {way}. I like {place} less.',
    'Let us go to {way} while we can still choose to.'
  ],
  curious: [
    'I want to see {way} before it gets any later.',
    'There is bound to be something at {way}. There always is, at the places people warn you of.',
    'I have a question, and I think {way} [w:is] the answer.'
  ],
  dry: [
    '{way} it is. I am sure it is lovely.',
    'I vote for {way}. It is the only place that has not been unkind to us yet.',
    'So, {way}. I had hoped to be asked, {o}.'
  ]
}

/** Said before a search. */
export const SEARCHING: Spoken = {
  any: [
    'Bring the light round. I want to see {feature} properly.',
    'I am not leaving {place} before I know about {feature}.',
    '{o}, keep an eye on my back while I see to {feature}.',
    'What would you hide with {feature}, {o}, if you had something to hide?',
    'Nobody has looked at {feature} yet. I am looking.',
    'Give me a moment with {feature}.',
    'There is something about {feature}.',
    'Wait. {feature}. Has anyone tried there?',
    'If I were hiding something at {place}, it would be with {feature}.',
    'Before we go anywhere: {feature}.'
  ],
  bold: ['Stand back from {feature}. If something bites, it bites me.', 'We are wasting time. I will see to {feature}.'],
  careful: ['Nobody lean on {feature} until I have been over it.', 'Slowly, now. Somebody left {feature} alone, and had a reason.'],
  curious: ['Oh, but look at {feature}.', 'I could spend a week on {feature}. I will take a minute.'],
  dry: [
    'I shall look at {feature}. It seems to be expected of me.',
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
  bold: ['Out with it, {npc}. I have known you too long for the short version.']
}

/** Said to somebody before asking. */
export const ASKING: Spoken = {
  any: [
    'I do not want to trouble you, {npc}. But I am going to.',
    'Say it your own way, {npc}. We are trying to {aim}, and we have come to the end of what we know.',
    'I have been watching you, {npc}, and you have been watching us. Shall we talk?',
    'There is a thing everyone at {place} walks round, {npc}. What is it?',
    '{npc}, a word, if you have one to spare.',
    '{npc}. We are trying to {aim}. What would you do?',
    'Tell me about {place}, {npc}. The part you do not tell strangers.',
    'We mean no harm, {npc}. We only mean to {aim}.',
    '{npc}, you have been here longer than we have. What are we not seeing?',
    'What is it that you are not saying, {npc}?'
  ],
  bold: [
    'I will be plain with you, {npc}. I need to {aim}, and you are in the way or you are on it.',
    'I have no time to be polite, {npc}, so be kind and answer quickly.'
  ],
  careful: [
    'You need not answer, {npc}. But I would be grateful, and I remember who I am grateful to.',
    'I would rather hear it from you, {npc}, than find it with my foot.'
  ],
  curious: ['What do you make of it all, {npc}? I mean you, not what people say.', '{npc}, how long has {place} been like this?'],
  dry: ['{npc}, settle a bet. Is it as bad as it looks?', 'We are told that you are the person to ask, {npc}. I am sorry about that.']
}

/** What one wants, said aloud. */
export const WANTING: Spoken = {
  any: [
    'I did not sleep for thinking of it. We have to {aim}.',
    'It is simple. We {aim}. It is only everything round it that is difficult.',
    'If I forget why I came to {place}, tell me: to {aim}.',
    'One of us should say it. We have come to {aim}, and it is getting late.',
    'I want one thing, and that is to {aim}. The rest can wait.',
    'We came to {aim}. I say it so that we hear it.',
    'Remember, {o}: we are here to {aim}.',
    'I keep thinking of {goal}. That is where we will {aim}, or nowhere.',
    'Do you suppose that anybody at {place} has even tried to {aim}?'
  ]
}

/** Said when somebody told something worth knowing. */
export const HEARD: Spoken = {
  any: [
    'Say that again, {npc}. Slower.',
    'Remember how {npc} put it, {o}. The words matter.',
    'Did you hear how {npc} said that, {o}?',
    'That was worth the way to {place}.',
    'Thank you, {npc}. I will not say where I heard it.',
    'So it comes to {goal} after all.',
    'I believe {npc}. I wish I did not.'
  ]
}

/** Said in a fight. */
export const FIGHTING: Spoken = {
  any: [
    '{foe}! Over here, look at me!',
    'Do not let {foe} get behind us!',
    '{o}, with me. Both at once.',
    'Has anyone got room? I have no room!',
    'I can hold {foe}, but not for long!',
    'Here it comes again. {o}, your side!',
    'Leave {o} alone, {foe}!',
    'I am here, {o}. I am right here.',
    'Round the other way! Round the other way!',
    'Keep together. {place} [p:is] not big enough to run in.',
    'Hit {foe} again where {o} did!',
    'I have lost sight of {foe}. Has {o}?'
  ],
  bold: ['Come on, then, {foe}!', 'I have {foe}. Stay out of my way, {o}!', 'Stand still, {foe}, and we can both go home.'],
  careful: [
    'Back to back, {o}, and let {foe} come to us.',
    'If this goes wrong we leave by {way}. Agreed?',
    'Is there anybody behind us? Look behind us, {o}!'
  ],
  curious: [
    'What is {foe} afraid of? Everything is afraid of something.',
    'See how {foe} favours one side, {o}?',
    'It does the same thing twice, {o}. Watch the third.'
  ],
  dry: ['I did say we should have knocked, {o}.', '{foe} seems to have taken against me.', 'Next time, {o}, you can be the one in front.']
}

/** Whispered to the DM. */
export const WHISPERED: Spoken = {
  any: [
    'I want to keep an eye on {npc} without {npc} knowing. What do I see?',
    'Is there anything about {feature} that the others would not notice?',
    'While the others talk, I listen toward {way}. What do I hear?',
    'Does {npc} look like someone who is lying?',
    'If it comes to a fight at {place}, where do I want to be standing?',
    'How many ways lead out of {place}, if {way} [w:is] shut?',
    'Be honest with me. How bad an idea is {way}?'
  ]
}
