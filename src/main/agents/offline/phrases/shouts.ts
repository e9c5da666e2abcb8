import type { Spoken } from './speech'

/** Said in a fight. */
export const FIGHTING: Spoken = {
  any: [
    '{foe}! Over here, look at me!',
    'On your left, {o}. Your other left.',
    'Do not let {foe} get behind us!',
    '{o}, with me. Both at once.',
    'Hold {place}. We have nowhere better to be.',
    'Watch {foe}! It is not done.',
    'Has anyone got room? I have no room!',
    'Keep {foe} turning.',
    '{o}, down! Now up. Thank you.',
    'I can hold {foe}, but not for long!',
    'Who has {foe}? Somebody have {foe}!',
    'Here it comes again. {o}, your side!',
    'Push! {foe} is tired, I can hear it.',
    'Get the light off the floor, {o}, I cannot see {foe}.',
    'Not there, {o}! There!',
    'Leave {o} alone, {foe}!',
    'I am here, {o}. I am right here.',
    'Round the other way! Round the other way!',
    '{foe} is coming back for more!',
    'Mind the edge. I said mind the edge!',
    'Now, {o}! Now, now, now!',
    'Give me room and I will give {foe} something to think about.',
    'Do not look at {foe}. Look at what {foe} is standing on.',
    'Keep together. {place} [p:is] not big enough to run in.',
    'Somebody tell me that I am not the only one who saw {foe} do that.',
    'It bleeds. {o}, it bleeds like anything.',
    'Who said {place} would be empty?',
    'Hit {foe} again where {o} did!',
    'Not the lamp! Anything but the lamp!',
    'I have lost sight of {foe}. Has {o}?',
    'That was meant for you, {o}. You may thank me later.'
  ],
  bold: [
    'Come on, then, {foe}!',
    'I have {foe}. Stay out of my way, {o}!',
    'Is that all? {foe}, is that all of it?',
    '{foe} is mine. The next one is mine too.',
    'I was beginning to be bored, {o}.',
    'Stand still, {foe}, and we can both go home.',
    '{o}, count to three. I am not going to.',
    'You and me, {foe}. The others can hold the coats.',
    '{place} [p:is] ours, {foe}. Nobody has told you yet.'
  ],
  careful: [
    'Back to back, {o}, and let {foe} come to us.',
    'If this goes wrong we leave by {way}. Agreed?',
    'Nobody be a hero. {foe} is not worth it.',
    'Keep your guard up, {o}. It is looking at your knees.',
    'One step back at a time. Let {foe} do the walking.',
    'Is there anybody behind us? Look behind us, {o}!',
    'Let {foe} tire, {o}. We have more breath than it has.',
    'I want a wall behind me. Any wall at {place} will do.',
    'Feet first, then blades, {o}. Watch your feet.'
  ],
  curious: [
    'What is {foe} afraid of? Everything is afraid of something.',
    'See how {foe} favours one side, {o}?',
    'Why here? What does {foe} want with {place}?',
    'Did {foe} just blink? I did not think that it could.',
    'It does the same thing twice, {o}. Watch the third.',
    '{foe} never looks down. Why does {foe} never look down?',
    '{o}, does it seem to you that {foe} knows the way we fight?',
    'What does {foe} do if one simply stands here? Ah. That.',
    'Listen, it is saying something. {o}, what is it saying?'
  ],
  dry: [
    'I did say we should have knocked, {o}.',
    '{foe} seems to have taken against me.',
    'Of all the things at {place}, it had to be {foe}.',
    'Do take your time, {o}. {foe} and I are getting on famously.',
    'I shall remember {place} for the company.',
    'I would apologise to {foe}, if I could get a word in.',
    'Next time, {o}, you can be the one in front.',
    'I had other plans for {place}. Lunch, for one.',
    '{foe}, have you considered somebody else?',
    'That was nearly my good ear, {o}.'
  ]
}
