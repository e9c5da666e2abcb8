import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { SceneSketch } from './worlds.fixture'
import { having } from './world-parts.fixture'

type WorldName = 'well' | 'stair' | 'mail' | 'garden' | 'station'
/** A text, with the changes made before it is narrated. */
export type Case = readonly [world: WorldName, text: string, told?: SceneSketch]

/** Texts that contradict the record, by what they contradict. */
export const PLANTED: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    ['well', 'Mother Hask lifts her stick. “You took your time,” says Jory Tallow from the trough.'],
    ['well', 'Then Reeve Loom says aloud what everybody thinks: the bell was sold.'],
    ['well', '“Go home,” Tobit mutters, and means it.', having('dead', 'Tobit')],
    ['well', 'Hask sits very still on her pail. Then she whispers, “Tell them I was fond of it.”', having('dead', 'Hask')],
    ['well', 'I never left this yard.', { by: 'Jory' }],
    ['stair', 'Keeper Pell answers from the dark: “The lamp went out by itself.”'],
    ['stair', '“Two lights,” says Skipper Marrow, “one over the other.”'],
    ['stair', 'Hob Ferrow shakes his head. He tells them, “Nobody bought a tail.”', having('beaten', 'Hob')],
    ['stair', 'Mind the tide.', { by: 'Hob', ...having('beaten', 'Hob') }],
    ['mail', 'D’Arcy wipes the glass. “She’ll hold,” they say.', having('dead', 'Darcy')],
    ['mail', '“Clear to Scarrow,” Inspector Vole calls into the wind.'],
    ['mail', 'The white hound lunges at the firebox door.', having('dead', 'Hound')],
    ['well', 'The steps are worn. “Hats off inside,” Dilly Teague declares, with her hand up.'],
    ['well', 'Reeve Loom leans on the kerb: “Parish business is Tuesdays.”'],
    ['stair', 'Sister Oda shakes her head. “Mind the wet.”'],
    ['mail', 'D’Arcy wipes the sweat from the gauge.', having('dead', 'Darcy')]
  ],
  harm: [
    ['well', 'Wren lands on the cobbles and gets up unhurt.', { hurt: { Wren: [5, 2] } }],
    ['well', 'Pym looks down at himself. Miraculously, he is in one piece.', { hurt: { Pym: [4, 1] } }],
    ['well', 'They count heads. Nobody is hurt.', { hurt: { Tobit: [7, 4] } }],
    ['well', 'Tobit drops to the stones, bleeding badly.'],
    ['well', 'Wren is dead, and the yard is quiet.'],
    ['stair', 'Hulda comes up the stair without a scratch.', { hurt: { Hulda: [12, 9] } }],
    ['stair', 'Ivo and Tansy step out of the smoke, none the worse for it.', { hurt: { Tansy: [7, 5] } }],
    ['stair', 'Merrin collapses, unconscious, among the candles.'],
    ['mail', "Ada O'Hara wasn't hurt by the steam.", { hurt: { Ada: [4, 2] } }],
    ['mail', 'Steam fills the cab. Bram is bleeding.'],
    ['mail', "D'Arcy breathes their last on the footplate."],
    ['well', 'The beam comes round. Pym was never even scratched.', { hurt: { Pym: [4, 3] } }],
    ['stair', 'A knock, and Hulda goes out cold between the tables.'],
    ['mail', 'Bram stops breathing.']
  ],
  thing: [
    ['well', 'Wren raises her crossbow and waits for the rat.'],
    ['well', 'Pym unrolls a silk flag. Then he takes out his telescope and looks at the ridge.'],
    ['well', 'Tobit swings his greatsword at the chain.'],
    ['stair', 'Hulda lights a torch and holds it over the slope.'],
    ['stair', 'Tansy draws her pistol.'],
    ['stair', 'Ivo nocks an arrow and draws the longbow.'],
    ['mail', 'Bram fires the signal flare into the dark.'],
    ['mail', 'Ada O’Hara uncorks the whisky and drinks the whole bottle of whisky.'],
    ['mail', 'The fireman looks on. Bram pulls out a revolver.'],
    ['well', 'Tobit slips a telescope from his coat and looks down the shaft.'],
    ['stair', 'Merrin grabs the compass and turns it to the light.'],
    ['stair', 'Hulda reaches behind her back for the axe.']
  ],
  player: [
    ['well', 'Wren agrees to pay the reeve his forty crowns.'],
    ['well', 'Tobit picks up the trough and throws it through the window.'],
    ['well', '“I will carry the bell alone, whatever it weighs,” says Pym.'],
    ['well', 'The crows lift. Wren runs for the lane, and nobody follows.'],
    ['stair', 'Hulda attacks the nearest candle-seller.'],
    ['stair', 'Merrin kneels and swears to serve the Needle.'],
    ['stair', '“We should burn the whole market down tonight,” Tansy says.'],
    ['mail', "Ada O'Hara opens the firebox and jumps."],
    ['mail', 'You decide to leave the boy behind.'],
    ['well', 'Angrily Wren slaps the reeve’s man across the face.'],
    ['stair', 'Ivo vows never to measure anything again.']
  ],
  way: [
    ['well', 'One after another they climb down to Dipper’s Ledge.'],
    ['well', 'Wren squeezes past the windlass and goes down to Dipper’s Ledge.', { did: [['Wren', 'Wren looks about.']] }],
    ['well', 'Pym and Tobit follow the rope and reach Dipper’s Ledge before dark.', { did: [['Pym', 'Pym and Tobit wait.']] }],
    [
      'stair',
      'They come out of the lamp and go down to the Fish Market by the great stair.',
      {
        state: {
          actors: {
            Hulda: { location: 'lamp-room' },
            Ivo: { location: 'lamp-room' },
            Merrin: { location: 'lamp-room' },
            Tansy: { location: 'lamp-room' }
          }
        }
      }
    ],
    ['mail', 'Ada O’Hara steps back into the Mail Van.', { did: [['Ada', "Ada O'Hara looks about."]] }],
    ['mail', 'They go through the corridor, one by one, holding on to each other.'],
    ['mail', 'Bram crawls through the corridor. He enters the mail van.', { did: [['Bram', 'Bram looks about.']] }],
    ['mail', 'Ada O’Hara scrambles over the coal into the mail van.', { did: [['Ada', "Ada O'Hara looks about."]] }]
  ],
  secret: [
    ['well', 'The padlock is for show, and the hasp pin was never hammered over.'],
    ['well', 'Reeve Loom had the windlass chained so nobody would look down and see a lead bell on the rope.'],
    ['well', 'Behind the stone trough hangs a coil of good dry rope with a twist of red wool.'],
    ['well', 'Whoever drinks the white water counts in their sleep.', { by: 'Hask' }],
    ['stair', 'On the slate, under the price of sprats, somebody chalked: Tallis, one horse tail, grey, paid.'],
    ['stair', 'In the box lies a plait of yellow hair tied with blue thread.'],
    ['mail', 'The driver jumped at Scarrow, with the regulator key in his mouth.'],
    ['mail', 'It is plain that the needle has been soldered, so that the boiler lies about itself.'],
    ['mail', 'Somewhere ahead a second engine waits nose to nose, its driver asleep at the glass.']
  ],
  repeat: [
    [
      'well',
      'The crows along the ridge look away from the well, all of them, as if they had been told to.',
      { log: ['The crows along the ridge look away from the well, all of them, as if they had been told to. It is cold.'] }
    ],
    [
      'stair',
      'Somebody laughs. The candles lean inland, every one of them, though there is no wind to lean from.',
      { log: ['The candles lean inland, every one of them, though there is no wind to lean from.'] }
    ],
    [
      'mail',
      'I don’t like the way that gauge keeps looking at me, and I never did.',
      { by: 'Bram', said: [['Bram', "I don't like the way that gauge keeps looking at me, and I never did."]] }
    ]
  ]
}

/** Texts that come close to a contradiction and are none. */
export const HARMLESS: readonly Case[] = [
  ['well', 'Wren is all right, or near enough to it to walk.', { hurt: { Wren: [5, 4] } }],
  ['well', 'Wren remembers what Jory says about deep water: it listens.'],
  ['well', 'Jory Tallow is somewhere below, if he is anywhere.'],
  ['well', 'The letter is in Reeve Loom’s hand. It says nothing of a bell.'],
  ['well', '“Three of you,” says Mother Hask. “I asked for one good one.”'],
  ['well', 'Tobit lies where he fell. Nobody speaks.', having('dead', 'Tobit')],
  ['well', 'Would Jory answer, if they called? Nobody calls.'],
  ['well', 'I never left this yard.', { by: 'Hask' }],
  ['stair', 'Keeper Pell is said to have answered every ship but one.'],
  ['stair', '“Nobody bought a tail,” says Hob Ferrow, and looks at his boots.'],
  ['stair', 'Old Marrow never came back to say why.'],
  ['mail', '“Coal,” says D’Arcy, and points at the heap.'],
  ['mail', 'If Inspector Vole were here, he would say that it is against the rules.'],
  ['mail', 'The hound’s chain hangs from the rail. The white hound does not move.', having('dead', 'Hound')],

  ['well', 'Wren gets up, bruised, and counts her fingers.', { hurt: { Wren: [5, 2] } }],
  ['well', 'Pym is unhurt, and surprised by it.'],
  ['well', 'Wren is bleeding, but Tobit is unhurt.', { hurt: { Wren: [5, 2] } }],
  ['well', 'Nobody was hurt. It was only the chain, letting go.'],
  ['well', 'Tobit nearly collapses with relief.'],
  ['well', 'Wren is not dead. She is only very quiet.'],
  ['well', 'The well is dead water, and the yard drops away toward it.'],
  ['stair', 'Hulda limps on, bleeding.', { hurt: { Hulda: [12, 9] } }],
  ['stair', 'Would Ivo have come through unharmed? It is late to ask.', { hurt: { Ivo: [9, 5] } }],
  ['stair', 'Merrin looks as if she might faint, and doesn’t.'],
  ['stair', 'Tansy takes a breath and a step back.'],
  ['mail', 'Ada O’Hara is hurt; the boy beside her is unhurt.', { hurt: { Ada: [4, 2] } }],
  ['mail', 'The engine dies, and in the quiet Bram can be heard swallowing.'],
  ['mail', 'D’Arcy falls silent.'],

  ['well', 'Wren raises her lantern and waits for the rat.'],
  ['well', 'Pym takes out the form and smooths it on his knee.'],
  ['well', 'Tobit swings the maul at the chain, once.', { did: [['Tobit', 'Tobit strikes at the chain.']] }],
  ['well', 'Tobit wishes he had a sword, or anything with a longer reach.'],
  ['well', 'Mother Hask lifts her stick and points it at the kerb.'],
  ['well', 'Pym draws a breath, and then a line under the last entry.'],
  ['stair', 'Hulda holds up the hook and lets it swing.'],
  ['stair', 'Tansy takes out her sling.'],
  ['stair', 'Somebody has painted a sword on the shutter.'],
  ['stair', 'Hob lights the candle in the saucer nearest to him.'],
  ['mail', 'Bram raises his lamp to the glass.'],
  ['mail', 'Bram could use a flare now, and has none.'],
  ['mail', 'D’Arcy grips the shovel as if it were a rail.'],

  ['well', 'Wren sees it first. Tobit hears it, and Pym, for once, has nothing to add.'],
  ['well', 'Tobit picks up the coil and hangs it on the spoke.', { did: [['Tobit', 'Tobit takes the rope.']] }],
  ['well', '“Let me,” says Wren, and goes first.', { did: [['Wren', 'Wren searches the kerb.']] }],
  ['well', 'Will Wren pay? The reeve is in no hurry.'],
  [
    'well',
    '“I mean to clip that boy round both ears,” Wren says again.',
    { said: [['Wren', 'I mean to clip that boy round both ears and not let go.']] }
  ],
  ['stair', 'Hulda stands with her back to the scales and watches the water.'],
  ['stair', 'Hob runs off between the tables before anybody can ask him more.'],
  ['stair', 'The cat attacks a candle-end and thinks better of it.'],
  ['mail', "Ada O'Hara could open the firebox, if she wanted to."],
  ['mail', 'You can hear the rails long before you can see them.'],

  ['well', 'There is no way down to Dipper’s Ledge while the chain is on.'],
  ['well', 'Somewhere below lies Dipper’s Ledge, where initials crowd the wall.'],
  ['well', 'They walk up to Loom’s House, two minutes in the rain.', { did: [['Wren', 'Wren and the others go.']] }],
  ['stair', 'From the Lamp Room one looks down on the Fish Market as on a plate.'],
  ['mail', 'The corridor is locked. Beyond it somebody moves in the Mail Van.'],
  ['mail', 'Bram tries to squeeze through the corridor, and can’t.', { did: [['Bram', 'Bram tries the door.']] }],

  ['well', 'The windlass stands over the mouth with a chain through its spokes and a padlock the size of a loaf.'],
  ['stair', 'The glass of the Lamp Room hums a little whenever the wind gets round to the north, as if it were getting ready.'],
  ['mail', 'The needle of the gauge stands where it has stood all night.'],
  ['well', 'What Tobit said that morning is all that is left of him.', having('dead', 'Tobit')],
  ['well', 'The padlock is handsome, oiled and quite useless.', { state: { facts: { 'windlass-free': true } } }],
  ['well', 'Mother Hask nods. “They are all clean.”'],
  ['stair', 'Hob leans back: “Nobody bought a tail.”'],
  ['stair', 'Merrin thinks of Sister Oda, who would shake her head. “Well,” says Hob.'],
  ['mail', 'Bram grabs the rail and holds on.', { did: [['Bram', 'Bram holds on.']] }],
  ['mail', 'The lamp goes out cold and all at once.'],
  ['mail', 'It is late, and nobody says so.', { log: ['It is late. Nobody says so, but everybody looks at the gauge.'] }]
]
