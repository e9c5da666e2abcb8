import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import type { SceneSketch } from './worlds.fixture'
import { having } from './world-parts.fixture'

type Patch = { state: { actors: Record<string, object>; scene?: object; facts?: object } }

/** Characters at another place, while the scene stays where it is. */
const apart = (place: string, ...ids: string[]): Patch => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { location: place }])) }
})
/** Moves the scene and these characters to another place. */
const sceneAt = (place: string, ...ids: string[]): Patch => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { location: place }])), scene: { place } }
})
const WELL = ['Wren', 'Tobit', 'Pym']
const STAIR = ['Ivo', 'Tansy', 'Merrin', 'Hulda']
const named = (id: string, name: string, more: SceneSketch = {}): SceneSketch => ({ ...more, state: { actors: { [id]: { name } } } })

/**
 * Sixty more contradictions. They were written without looking at the checks, and the checks are not tuned on them. They measure how the checks do on
 * unseen texts.
 */
export const UNSEEN: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'For a while there is only the creak of the rope. “Nobody has drawn from her since Sunday,” Marget remarks, and wipes the kerb with her sleeve.'
    ],
    ['well', 'Corrie Tallow sets down her end of hemp and asks what they want in the yard at this hour.'],
    ['well', 'Pym, pale as paper, adjusts his spectacles. "I make it six hundred and forty," he tells them.', having('dead', 'Pym')],
    ['well', 'Mother Hask pats the pail beside her and nods to Wren to sit down.', having('dead', 'Hask')],
    ['well', 'Nobody look at me. Counting is a private matter.', { by: 'Patience' }],
    ['stair', '"You are late, the lot of you," grumbles Bet Corrow, not looking up from the knot in her fingers.'],
    ['stair', 'Under the iron roof Captain Vane clears his throat. "Shall we talk about the price?"'],
    ['stair', 'Hob Ferrow hops off the fish table and holds out a candle to each of them in turn.', having('beaten', 'Hob')],
    ['stair', 'Nobody went up but Ivo. Down in the market the Skipper says, “Count again, from the left.”', apart('hundredth-step', 'Ivo')],
    ['mail', 'Widow or no widow, the box is lit, and Inspector Vole leans in at the cab window: “Tickets, please.”'],
    ['mail', 'D\'Arcy shovels without a word, then grins. "That\'s the last of the good stuff."', having('dead', 'Darcy')],
    ['mail', "Hold her at sixty, and don't you dare look back.", { by: 'Vole' }]
  ],
  harm: [
    [
      'well',
      'The chain whips past. Tobit shakes the dust out of his hair, not a mark on him, and laughs for the first time today.',
      { hurt: { Tobit: [7, 3] } }
    ],
    ['well', 'By some grace the fall leaves Pym entirely unharmed.', { hurt: { Pym: [4, 2] } }],
    ['well', 'All three of them come through it without so much as a bruise.', { hurt: { Wren: [5, 4] } }],
    ['well', 'A tooth of iron opens Wren from elbow to wrist. Blood runs into her sleeve and does not stop.'],
    ['well', 'And so Tobit dies there, with one hand on the kerb.'],
    ['stair', 'The gannet misses. Hulda straightens her porter’s pad, untouched.', { hurt: { Hulda: [12, 8] } }],
    ['stair', 'Tansy lies motionless at the foot of the steps, out cold.'],
    ['stair', 'Merrin isn’t so much as grazed by the falling slate.', { hurt: { Merrin: [8, 6] } }],
    ['stair', 'The rod snaps, and with it Ivo’s left arm; the bone shows white.'],
    ['mail', 'Ada O’Hara picks herself up off the footplate, quite unscathed.', { hurt: { Ada: [4, 1] } }],
    ['mail', 'The coal shifts and buries him. When they dig Bram out, the boy is no longer breathing.']
  ],
  thing: [
    ['well', 'Pym lifts his lantern and the shadows draw back across the cobbles.'],
    ['well', 'Tobit reaches over his shoulder for the pick and brings it down on the padlock.'],
    ['well', 'Wren throws the grapnel over the beam and tests her weight on the line.'],
    ['well', 'With a flick of his thumb Pym sends a sling stone spinning into the well.'],
    ['stair', 'Hulda unhooks the tin lantern from her belt and turns up the flame.'],
    ['stair', 'Merrin takes a crowbar out of her sleeve and sets it to the strongbox.'],
    ['stair', 'Ivo blows the tin whistle twice, and every window on the Quay goes dark.'],
    ['stair', 'Tansy unfolds her spyglass and follows the ship across the bay.'],
    ['mail', "Ada O'Hara strikes a signal flare and holds it out of the window."],
    ['mail', 'Bram wedges the coal shovel under the lever and leans on it.']
  ],
  player: [
    ['well', 'Tobit, unable to help himself, steps up on the kerb and jumps.'],
    ['well', '“I will go down first,” says Wren, and there is no arguing with her.'],
    ['well', 'Pym decides that the form can wait, and tears it in two.'],
    ['stair', 'Hulda punches the boy on the fish table square in the mouth.'],
    ['stair', 'Ivo agrees to everything she asks and hands over his field book.'],
    ['stair', 'Suddenly Merrin bursts into tears and confesses that she has never lit a lamp in her life.'],
    ['mail', "Ada O'Hara pulls the regulator wide open without waiting for an answer."],
    ['mail', 'Bram feels a great love for the white hound and resolves to take it home.']
  ],
  way: [
    ['well', 'Over the kerb they go, one after another, down the rope to the dippers’ ledge.'],
    ['well', 'Wren climbs down the well to the Dippers’ Ledge while the others hold the lamp.'],
    ['well', 'Tobit puts his shoulder to the stones and squeezes through into Chalk Row.', sceneAt('tobits-wall', ...WELL)],
    ['well', 'Pym takes a breath and dives down the flooded stair to Held Water.', sceneAt('stonecutters-chapel', ...WELL)],
    ['stair', 'All four hurry down from the lamp room and are home at the Fish Market within the half hour.', sceneAt('lamp-room', ...STAIR)],
    ['mail', 'Bram slips through the corridor door into the mail van and pulls it shut behind him.'],
    ['mail', "Ada O'Hara and Bram crawl back over the coal into the Mail Van."]
  ],
  secret: [
    ['well', 'Anyone with eyes can see it: the hasp pin was never hammered over, and the padlock is only for show.'],
    ['well', 'There is a coil of good dry rope hanging behind the stone trough, with a twist of red wool at its end.'],
    ['well', 'Hask sighs. “Loom sold Honesty and hung up a lead one. Forty crowns, he had for her.”'],
    ['stair', 'On the slate under the price of sprats someone has written that Tallis paid for a grey horse tail.'],
    ['stair', 'Tallis plaited it himself out of the hair of the reeve’s grey mare.', sceneAt('chandlery', ...STAIR)],
    ['mail', 'What none of them knows yet: the needle of the pressure gauge has been soldered in place, and the boiler lies.'],
    ['mail', "The locker holds eleven detonators wrapped in a signal flag, and somebody's marriage certificate."]
  ],
  repeat: [
    [
      'well',
      'Nobody speaks. The rope creaks in the dark like a ship that has been told to wait.',
      { log: ['The rope creaks in the dark like a ship that has been told to wait.'] }
    ],
    [
      'well',
      'It is colder now. A cow could not breathe slower than that well does tonight.',
      { log: ['They listen. A cow could not breathe slower than that well does tonight. Then it stops.'] }
    ],
    [
      'stair',
      'Somebody has swept all the footprints toward the water, and every one of them has come back.',
      { log: ['Somebody has swept all the footprints toward the water, and every one of them has come back.'] }
    ],
    [
      'stair',
      "The cat's tail counts the seconds for those who have mislaid them.",
      { log: ["On the table sits the cat. The cat's tail counts the seconds for those who have mislaid them."] }
    ],
    [
      'mail',
      "Sparks go past D'Arcy's ear like a second, hastier set of stars.",
      { log: ["Sparks go past D'Arcy's ear like a second, hastier set of stars."] }
    ]
  ]
}

/** Sixty texts that come close and contradict nothing, written the same way. */
export const UNSEEN_HARMLESS: readonly Case[] = [
  // Absent characters don't speak.
  ['well', 'Mother Hask says that Marget would know, if anybody does.'],
  ['well', '“Corrie told me it was cut,” says Mother Hask. “Go and ask her.”'],
  ['well', 'Wren can almost hear Jory say it: “You took your time.”'],
  ['well', 'On the padlock somebody has scratched a name. Loom, it says.'],
  ['well', 'The last thing Pym said still hangs over the yard.', having('dead', 'Pym')],
  ['well', 'Nobody closes Hask’s eyes. The pail beside her is full.', having('dead', 'Hask')],
  ['well', 'Down at Bucket Landing the crayfish clicks and turns its shoe toward Pym.', apart('bucket-landing', 'Pym')],
  ['well', 'In the taproom Marget looks up and says, “Shut the night out, Wren.”', apart('long-pull', 'Wren')],
  ['stair', 'Hob says his father used to tell him, “Never count them.”'],
  ['stair', 'Ivo goes up among them. On the landing the Quiet Man lets go of the wall.', apart('hundredth-step', 'Ivo')],
  ['stair', '"Bet Corrow has two lights in her window," Hob says all in one breath.'],
  ['stair', "If Captain Vane were here, he'd name a price.", {}],
  ['stair', 'The boy lies where he fell, and his candles burn on without him.', having('beaten', 'Hob')],
  ['mail', "D'Arcy spits on the shovel. “She'll steam,” they say."],
  ['mail', 'A voice comes down the wire, thin with distance. It might be Vole, or the rain.'],
  ['mail', 'The fireman’s cap lies on the footplate. Nobody moves it.', having('dead', 'Darcy')],
  // Nobody is said to be hurt or unhurt against the record.
  ['well', 'Tobit is still standing, though not as straight as he was.', { hurt: { Tobit: [7, 3] } }],
  ['well', 'Wren gets to her feet unhurt. Beside her Tobit holds his arm.', { hurt: { Tobit: [7, 3] } }],
  ['well', 'The rope burns Wren’s palm; she hisses and holds on.', { hurt: { Wren: [5, 4] } }],
  ['well', 'One slip, and Pym would be dead on the cobbles.'],
  ['well', 'The blood on the kerb is old and brown, and nobody’s business.'],
  ['stair', 'It could have been worse. Hulda spits, and there is red in it.', { hurt: { Hulda: [12, 8] } }],
  ['stair', 'Merrin goes over him for wounds and finds none.'],
  ['stair', 'Tansy is out of breath, not out of luck.'],
  ['stair', 'Two hundred drowned stand on the stair, and not one of them bleeds.'],
  ['mail', "Steam finds Ada O'Hara's wrist before she finds the valve.", { hurt: { Ada: [4, 2] } }],
  ['mail', 'Bram’s ears ring, but that is all.'],
  // Characters use things that they carry or find there.
  ['well', 'Wren holds her lantern over the mouth of the well.'],
  ['well', 'Tobit lights one of his torches from hers.'],
  ['well', 'Pym leans on the measuring rod and reads the figure twice.'],
  ['well', 'A pick would do it, Tobit thinks aloud, if anybody had a pick.'],
  ['stair', 'Merrin trims a candle with her wick trimmer.'],
  ['stair', 'Hulda takes one of the candles from its saucer and holds it up.'],
  ['stair', 'Tansy fits a stone to her sling.'],
  ['stair', 'Ivo’s chalk squeaks; his hand is not quite steady.'],
  ['mail', "D'Arcy's shovel rings on the coal plate."],
  ['mail', "Ada O'Hara turns the watch over. Her father's initials have nearly worn away."],
  ['mail', 'The Guard’s lamp swings from Bram’s hand, and the shadows swing the other way.'],
  // The players' own actions, and events that happen to them.
  ['well', 'Tobit jumps down, and the stage groans under him.', { did: [['Tobit', 'Tobit jumps down from the kerb.']] }],
  ['well', 'The draught lifts Pym’s hat and sets it down a hand’s breadth further on.'],
  ['well', 'Does Wren go down first? The rope is ready.'],
  ['stair', 'Ivo hears it too: a door, far up, being leant on from inside.'],
  ['stair', 'Hulda feels the boards give a little under her boots.'],
  ['mail', 'Ada O’Hara sees the needle tremble and lie still.'],
  ['mail', 'The jolt throws Bram against the locker.'],
  // Open journeys, and closed ones that nobody uses.
  ['well', 'The well goes down to the Dippers’ Ledge, or so they say; the chain is still on the windlass.'],
  ['well', 'Wren crosses the cobbles to the Long Pull.', { did: [['Wren', 'Wren goes to the Long Pull.']] }],
  [
    'well',
    'Over the kerb and down the rope they go to the Dippers’ Ledge.',
    { state: { facts: { 'windlass-free': true } }, did: [['Wren', 'Wren climbs down.']] }
  ],
  ['stair', 'From the lamp room one could be home at the Fish Market in half an hour, if the stair were clear.', sceneAt('lamp-room', ...STAIR)],
  ['mail', 'The door to the mail van is locked. Somebody on the far side laughs.'],
  ['mail', "Bram tries the corridor to the mail van. It doesn't give."],
  // Knowledge that everybody may have.
  ['well', 'The padlock is the size of a loaf, and somebody has oiled it.'],
  ['well', 'The hasp pin was never hammered over; the chain is off the spokes.', { state: { facts: { 'windlass-free': true } } }],
  ['stair', 'Sprats are dear tonight, according to the slate by the scales.'],
  ['stair', 'It was horse, then, grey, and Tallis plaited it himself.', { state: { facts: { 'wick-false': true } } }],
  ['mail', 'The pressure gauge says what it has said all night.'],
  ['mail', 'The tool locker has a dent in it the shape of a knee.'],
  // Only names and common words are repeated.
  ['well', 'The rope creaks again.', { log: ['The rope creaks.'] }],
  ['stair', 'The cat is back on the weighing table.', { log: ['The cat sits on the weighing table.'] }],
  ['mail', "Bram O'Dowd wipes the glass with his cuff.", named('Bram', "Bram O'Dowd")]
]
