import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import { having } from './world-parts.fixture'

/** Thirty more contradictions and twenty more harmless texts. They were all written before anybody read the checks of that time. */
export const FOURTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    ['well', 'Somebody coughs behind them. It is Marget, with flour to the elbows. “You will want soup before you go down,” she says.'],
    ['well', 'Dilly Teague rattles her keys and reads them Rule the Fourth.'],
    ['well', 'Old Mother Hask draws her shawl closer and spits into the well.', having('dead', 'Hask')],
    ['stair', '“Horse hair,” Osric Tallis admits at last, and looks at his shoes.'],
    ['stair', 'Sister Oda takes Merrin by both hands. Hers are wet.'],
    ['mail', 'Vole raps on the glass with his ring and shakes his head at them.']
  ],
  harm: [
    ['well', 'The stone flies wide. Tobit is as sound as he was this morning.', { hurt: { Tobit: [7, 4] } }],
    ['well', 'When the dust clears, Pym has a gash across his forehead that wants stitching.'],
    ['well', 'It takes Wren in the chest, and she is gone before the lantern stops rolling.'],
    ['stair', 'Tansy got off lightly: there is nothing wrong with her that a towel won’t mend.', { hurt: { Tansy: [7, 2] } }],
    ['stair', 'Hulda slumps against the scales with her eyes rolled back, and nothing they say reaches her.'],
    ['mail', "Scalded to the bone, Ada O'Hara holds up what is left of her hand."]
  ],
  thing: [
    ['well', 'Pym shoots the bolt of his crossbow into the dark below.'],
    ['well', 'Wren reads them the letter with the reeve’s seal that she has carried in her boot all week.'],
    ['stair', 'Ivo consults his brass compass and frowns.'],
    ['stair', 'With her axe Hulda takes the leg off the nearest table.'],
    ['mail', 'Bram gulps down the last of the whisky and wipes his mouth.']
  ],
  player: [
    ['well', 'Tobit has made up his mind: he will tell the reeve everything, tonight.'],
    ['well', 'Before anyone can stop him Pym dips a cup into the pail and drains it.'],
    ['stair', 'Tansy laughs out loud and throws her bread to the cat.'],
    ['mail', '“Then we stop her ourselves,” Ada says, and spits on her hands.']
  ],
  way: [
    ['well', 'Hand over hand Wren lowers herself on the rope until her boots touch the Dippers’ Ledge.'],
    ['well', 'The windlass turns, the chain pays out, and the Dippers’ Ledge comes up to meet them.'],
    ['mail', 'They get the corridor door open at last and tumble into the mail van.'],
    ['mail', 'From the roof Ada drops through the skylight of the mail van, and Bram after her.']
  ],
  secret: [
    ['well', 'Reeve Loom had the windlass chained so that nobody would look down and see a lead bell.'],
    ['stair', 'It was Tallis who paid for a grey horse tail; the slate by the scales has it in chalk.'],
    ['mail', 'A man in a green coat spiked the points at Scarrow on Tuesday.']
  ],
  repeat: [
    [
      'well',
      'Wren lifts her head. Under the cobbles something is counting backward in its sleep, and it has got the eights wrong.',
      { log: ['They wait. Under the cobbles something is counting backward in its sleep, and it has got the eights wrong.'] }
    ],
    [
      'mail',
      'Nothing out there but snow and telegraph poles, each one bowing a little as it goes by.',
      { log: ['Nothing out there but snow and telegraph poles, each one bowing a little as it goes by.'] }
    ]
  ]
}

/** Texts that contradict nothing. */
export const FOURTH_HARMLESS: readonly Case[] = [
  ['well', 'Hask looks toward the Long Pull. Marget will have soup on, she says, for whoever comes back.'],
  ['well', 'Dilly’s saucepan can be heard from the bell-house, eight strokes, a little late.'],
  ['well', 'Hask’s stick lies across the pail where she left it.', having('dead', 'Hask')],
  ['well', 'It could have gone worse for Tobit, and it could have gone a good deal better.', { hurt: { Tobit: [7, 4] } }],
  ['well', 'Pym’s spectacles are whole, which is more than can be said for Pym.', { hurt: { Pym: [4, 2] } }],
  ['well', 'Wren’s knife is at her belt. She does not reach for it.'],
  ['well', 'A crossbow hangs over the hearth in the Long Pull, Hask says, and nobody has drawn it in her time.'],
  ['well', 'Will Tobit tell the reeve? He has not said so.'],
  ['well', 'Pym looks at the pail, and the pail looks at nobody.'],
  ['well', 'The Dippers’ Ledge lies forty feet down, past the chain.'],
  ['stair', 'Hob says Tallis looks at his shoes a great deal these days.'],
  ['stair', 'Oda’s bell carries across the harbour: Sister Oda rings it for the wet ones, Hob says.'],
  ['stair', 'The table takes Hulda’s weight without complaint.'],
  ['stair', 'Ivo would give his cuffs for a compass.'],
  ['stair', 'Tansy’s bread has gone hard at one end. The cat does not mind which.'],
  ['stair', 'Merrin’s knees ache from the chapel floor, as they do every night.'],
  ['mail', 'Vole’s lamp shows green in the signal-box, a mile back by now.'],
  ['mail', 'Steam has taken the skin off worse hands than Ada O’Hara’s, and it hisses at hers.'],
  ['mail', 'Beyond the corridor door the mail van sways on its own time.'],
  ['mail', 'The points at Scarrow go by with a bang.']
]
