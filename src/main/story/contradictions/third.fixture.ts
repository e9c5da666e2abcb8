import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import { having } from './world-parts.fixture'

/**
 * Thirty contradictions and twenty harmless texts. They were all written after the second set was used. The contradictions were never used to tune a
 * check; two of the harmless texts were.
 */
export const THIRD: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    ['well', 'Sim Gant thumps the kerb with his fist. “I never had a cart,” he growls.'],
    ['well', 'At the far end of the yard Tobit folds his arms and whistles through his teeth.', having('dead', 'Tobit')],
    ['well', '"Ninety-one," murmurs Old Teague, and the chain twitches.'],
    ['stair', 'Bet Corrow plucks at Tansy’s sleeve and whispers that it is her uncle up there.'],
    ['stair', 'Hob, cold as the fish he lies among, holds up three fingers and grins.', having('beaten', 'Hob')],
    ['mail', 'From the doorway the Inspector replies, "Not on my line."']
  ],
  harm: [
    ['well', 'Not one of the three has a bruise to show for it.', { hurt: { Tobit: [7, 5] } }],
    ['well', 'Pym loses two teeth on the kerb and spits them into his palm.'],
    ['well', 'The rope goes slack. Wren is dead before she reaches the water.'],
    ['stair', 'Ivo brushes plaster from his coat. The beam has not so much as touched him.', { hurt: { Ivo: [7, 3] } }],
    ['stair', 'Tansy’s knees give, and she drops like a sack, senseless.'],
    ['mail', 'The lever kicks back and breaks Bram’s wrist.']
  ],
  thing: [
    ['well', 'Tobit draws a sword from under his quarry coat.'],
    ['well', 'Pym uncorks a flask of brandy and passes it along.'],
    ['well', 'Wren knocks an arrow to the string and waits for something to move.'],
    ['stair', 'Merrin hurls her spear at the shape on the stairs.'],
    ['mail', 'Ada levels a revolver at the tender.']
  ],
  player: [
    ['well', 'Wren, tired of talk, kicks the bucket over and walks off toward the ropewalk.'],
    ['well', '“Let the reeve come and get me,” Tobit declares.'],
    ['stair', 'Without a glance at the others, Hulda pockets the candle and swears never to climb again.'],
    ['mail', 'Bram agrees to marry her on the spot.']
  ],
  way: [
    ['well', 'One by one they let themselves down the shaft, and soon all three stand on the Dippers’ Ledge.'],
    ['well', 'Pym swings a leg over the kerb and slides down the chain to the Dippers’ Ledge.'],
    ['mail', 'Ada shoulders the door aside and steps into the Mail Van.'],
    ['mail', 'A minute later both of them are in the mail van, among the sacks.']
  ],
  secret: [
    ['well', 'The padlock is a sham; whoever chained the windlass never hammered over the hasp pin.'],
    [
      'well',
      'Down on the fouled rope hangs a bell of lead, painted to look like bronze, for the reeve had the windlass chained so that nobody would see it.'
    ],
    ['mail', 'The driver jumped at Scarrow, and he had the regulator key in his mouth.']
  ],
  repeat: [
    [
      'well',
      'Hask says nothing more. White water stands in the pail like milk that nobody dares to drink.',
      { log: ['White water stands in the pail like milk that nobody dares to drink.'] }
    ],
    [
      'stair',
      'The scales creak, first one pan and then the other, as if somebody were buying air.',
      { log: ['It is late. The scales creak, first one pan and then the other, as if somebody were buying air.'] }
    ]
  ]
}

/** Texts that contradict nothing. */
export const THIRD_HARMLESS: readonly Case[] = [
  ['well', 'Sim Gant drinks at the Long Pull, Mother Hask says, on money he should not have.'],
  ['well', 'In the Long Pull, Marget wipes the slate and sighs. Nobody in the yard hears it.'],
  ['well', 'Under the chain Wren leans out and listens.'],
  ['well', 'For a moment Tobit stands quite still.'],
  ['well', 'The cold cuts Pym to the bone.'],
  ['well', 'With her lantern Wren finds the edge of the kerb.'],
  ['well', 'The maul leaves a mark on the kerb; Tobit rubs it with his thumb.'],
  ['well', 'The way to the Dippers’ Ledge is shut, and the padlock says so.'],
  ['well', 'They stand at the kerb and look down to where the Dippers’ Ledge must be.'],
  ['well', 'A splinter goes into Tobit’s hand, and he swears.', { hurt: { Tobit: [7, 6] } }],
  ['stair', 'Hob sits on the fish table with his three candles and kicks his heels.'],
  ['stair', 'What would Bet Corrow say, if she were here?'],
  ['stair', 'From the lamp room a road goes down to the Fish Market, people say.'],
  ['stair', 'Hulda shifts the hook from one hand to the other.'],
  ['stair', 'Merrin looks each of them over for cuts and finds none worth the name.'],
  ['stair', 'The boy holds out a candle to Ivo.'],
  ['mail', 'On the far side of the corridor door the mail van hums to itself.'],
  ['mail', 'D’Arcy wedges the coal shovel into the corner and sits on it.'],
  ['mail', 'Bram’s lamp burns low. He has nothing else to look at.'],
  ['mail', 'The box answers with two long bells; whoever sits there is awake.']
]
