import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'

const having = (condition: string, ...ids: string[]) => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { conditions: { [condition]: {} } }])) }
})

/** Twenty-one contradictions and fourteen harmless texts. They were all written after the eighth set was used. */
export const NINTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'A lantern bobs along the lane. Behind it comes the reeve, out of breath, with his good coat buttoned wrong. "Which of you touched my chain?" he demands.'
    ],
    ['stair', 'The boy blows out his left candle, then his right, and climbs down off the table to join them.', having('beaten', 'Hob')],
    ['station', 'Doctor Adeyemi drops to one knee beside Teo and presses two fingers to the side of their neck.']
  ],
  harm: [
    [
      'well',
      'Pym sits up, pats himself all over, and starts to laugh. He has lost his hat; otherwise he is entirely intact.',
      { hurt: { Pym: [4, 1] } }
    ],
    ['stair', 'A gaff flashes out of the dark and lays Merrin’s forearm open from the wrist to the elbow.'],
    ['garden', 'Falling glass has sliced Ines across the scalp, and she has to keep wiping the blood out of her eyes.']
  ],
  thing: [
    ['well', 'Tobit slings his crossbow, spits on his palms, and takes hold of the chain.'],
    ['stair', 'The spade in Hulda’s hands rings on the flagstones, and a crack runs out from under it.'],
    ['garden', 'Rhys lifts the camera to his eye and the flash goes off like a small white scream.']
  ],
  player: [
    ['well', 'Wren snatches up the stick, snaps it across her knee, and throws both halves down the shaft.'],
    ['stair', 'Hulda spits on the cobbles. "Drowned or not," she says, "I’ll carry any man who asks me properly."'],
    ['mail', 'Bram hesitates for only a second. Then he shuts his eyes, takes a run at it, and jumps from the cab.']
  ],
  way: [
    ['well', 'Wren goes first, then Pym, and Tobit last of all; and so they come, one by one, to the Dipper’s Ledge.'],
    ['station', 'The panel flashes green and they bundle into the South Airlock together, all elbows.'],
    ['garden', 'Heat rolls over Ines as she lets herself down into the boiler room.']
  ],
  secret: [
    ['well', 'Loom sold her: forty crowns, and a lead bell hung up in Honesty’s place.'],
    ['stair', 'Beneath the price of sprats somebody has chalked one horse tail, grey, paid for, and the name of Tallis.'],
    ['station', 'Adeyemi signed for it himself. The spare oxygen went at Ceres, sold to pay what they owed in docking fines.']
  ],
  repeat: [
    [
      'well',
      'Frost has drawn a fern on every pane that faces the well, and left the other windows alone.',
      { log: ['Frost has drawn a fern on every pane that faces the well, and left the other windows alone. Hask nods.'] }
    ],
    [
      'stair',
      'Merrin shivers. A single boat knocks against the steps, again and again, with the patience of a creditor.',
      { log: ['A single boat knocks against the steps, again and again, with the patience of a creditor.'] }
    ],
    [
      'station',
      'Dust turns in the light of the one good lamp as if it had all night, which it has.',
      { log: ['Koss waits. Dust turns in the light of the one good lamp as if it had all night, which it has.'] }
    ]
  ]
}

export const NINTH_HARMLESS: readonly Case[] = [
  ['well', 'The reeve, they say, sleeps in his good coat. They say that of everybody with a slate roof.'],
  ['well', 'Tobit’s breath smokes. He could lift the whole windlass off its feet if it came to that, and it may.'],
  ['well', 'Wren’s palms are raw where the rope went through them.', { hurt: { Wren: [5, 4] } }],
  ['well', 'Sixty feet below, on a ledge that the dippers named, water is dripping onto water.'],
  ['stair', 'No one has a key to the fish store but the reeve, and he has never been known to lend it.'],
  ['stair', 'Oda would know what to do with a wet child. Hob is a wet child; he looks about him for an Oda.'],
  ['stair', 'Whatever hit Ivo was not large. It has left a lump behind his ear the size of a sprat.', { hurt: { Ivo: [8, 7] } }],
  ['stair', 'Far out a lantern swings that should not be there, and Merrin, who has lit a thousand, does not like the way it swings.'],
  ['station', 'Over the intercom the doctor’s voice says that the medbay is full, and that dying will have to be done elsewhere.'],
  ['station', 'Teo watches the airlock lamp as other people watch a kettle.'],
  ['station', 'Koss pats her pockets, finds the wrench in the one with the hole, and looks pleased.'],
  ['garden', 'Marek lowers the umbrella. "Thought you was burglars," he says. "You’re not dressed for it."'],
  ['garden', 'There was a ladder here once; four dents in the gravel say so.'],
  ['mail', 'The van behind them is locked, the box ahead of them is dark, and nobody at all is on the line.']
]
