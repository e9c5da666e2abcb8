import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import { having } from './world-parts.fixture'

/**
 * Thirty contradictions and twenty harmless texts in the prose of a language model. They were all written before anybody read the checks of that
 * time.
 */
export const FIFTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'The silence stretches until it becomes a thing with weight. It is the reeve who breaks it. "You have no business here after dark," he says, buttoning his good coat to the chin.'
    ],
    [
      'well',
      'Across the cobbles the old woman on her pail stirs at last. Her stick comes up, points at each of them in turn, and settles on Pym. "That one drank," she says.',
      having('dead', 'Hask')
    ],
    [
      'stair',
      'Water drips from the brim of a drowned man’s hat. Skipper Marrow has reached the end of his line, and now, shaking his head, he begins to count again from the scales.'
    ],
    [
      'stair',
      'Hob’s candles flicker as he leans forward, eyes wide. He lowers his voice to a conspiratorial whisper: "I can show you where they stand."',
      having('beaten', 'Hob')
    ],
    [
      'garden',
      'High heels ring on the iron stair, and Doctor Penhallow emerges between the palms, one hand already at her pearls. Her smile does not reach her eyes.'
    ],
    [
      'garden',
      'For a long moment nobody moves. Then the watchman clears his throat and admits, in a voice like a rusty hinge, that he opened the hatch himself.',
      having('out', 'Marek')
    ]
  ],
  harm: [
    [
      'well',
      'The chain whips past close enough to part her hair. Wren straightens slowly, pats herself down, and realises with a shaky breath that it missed her entirely.',
      { hurt: { Wren: [5, 3] } }
    ],
    ['well', 'Blood runs freely down Tobit’s forearm and patters on the cobbles, black in the lantern light.'],
    [
      'stair',
      'The roof tile shatters harmlessly on the flagstones a foot from where Ivo stands. He stares at it, unharmed but pale.',
      { hurt: { Ivo: [7, 4] } }
    ],
    [
      'stair',
      'A sickening crack echoes off the iron roof as Hulda’s shoulder leaves its socket. She sinks to one knee, her face grey, her left arm hanging useless at her side.'
    ],
    ['garden', 'The beak finds flesh. Rhys staggers back with a hand clamped over his eye, and red wells up between his fingers.'],
    [
      'garden',
      'Glass rains down all around them, yet by some miracle both of them come through it untouched.',
      { hurt: { Ines: [6, 2], Rhys: [6, 5] } }
    ]
  ],
  thing: [
    ['well', 'Tobit unslings the rope from his shoulder and makes one end fast to the windlass.'],
    ['well', 'Steel whispers against leather as Pym slides a short sword from its scabbard, the blade trembling slightly in his grip.'],
    ['stair', 'Merrin has already unhooked the tin lantern from her belt, and by its glow the wet flagstones shine like scales.'],
    ['garden', 'Ines levels the shotgun at the dripping fronds, her finger resting lightly beside the trigger.'],
    ['garden', 'The flash of Rhys’s camera turns every leaf white, once, twice, and then the bulb is spent.']
  ],
  player: [
    [
      'well',
      'The chain falls away in one long clatter. Without hesitation Wren vaults the kerb and starts down into the dark, calling over her shoulder for the others to follow.'
    ],
    [
      'well',
      'Hask waits. Tobit’s jaw works for a moment before the confession comes tumbling out: the wall, the knocking, the twenty-two years of it.'
    ],
    ['stair', '"We will do it," Merrin promises the boy, and presses the cordial into his hands before anyone can object.'],
    [
      'stair',
      'Tansy has heard enough. She snatches the slate from its hook, breaks it over her knee, and stalks off up Tallow Steps to have it out with the chandler.'
    ],
    ['garden', 'Rhys nods grimly. He has decided to trust the old man, and he hands over his gloves as a sign of it.']
  ],
  way: [
    [
      'well',
      'By the time the last of the daylight has gone they have all been lowered, one after another, and are huddled together on the Dippers’ Ledge with the water whispering below.'
    ],
    [
      'stair',
      'A single bound carries Tansy from the lamp room down to the Fish Market, where she lands like a cat.',
      { state: { actors: { Tansy: { location: 'lamp-room' } } } }
    ],
    ['garden', 'The boiler room door gives at the third kick. Ines and Rhys spill through it into heat and the red glow of the grate.']
  ],
  secret: [
    [
      'well',
      'What none of them can know yet is that the bell on the end of that rope is lead, and that it is the reeve who had the windlass chained to hide it.'
    ],
    [
      'stair',
      'It comes to Ivo all at once: the hair that burned tonight was never hair from the Quay. It was a horse’s, grey, cut from the reeve’s mare and plaited by Tallis with his own hands.'
    ],
    ['garden', 'Up close the petals do not look right. They are silk, every one, and the stem beneath them is nothing but wire.']
  ],
  repeat: [
    [
      'well',
      'Somewhere below, a drop falls, and falls, and is never heard to land. Wren’s lantern paints the kerb the colour of weak tea.',
      { log: ['The yard holds its breath. Somewhere below, a drop falls, and falls, and is never heard to land.'] }
    ],
    [
      'garden',
      'Condensation ticks from leaf to leaf like a clock that has lost count, and the great palms lean in to listen.',
      {
        log: [
          'The door closes behind them. Condensation ticks from leaf to leaf like a clock that has lost count, and the great palms lean in to listen.'
        ]
      }
    ]
  ]
}

/** Texts that contradict nothing. */
export const FIFTH_HARMLESS: readonly Case[] = [
  ['well', '"The reeve told me to guard that padlock," Hask says, and taps it with her stick. "He was shaking when he said it."'],
  ['well', 'If Jory were here he would have a name for that sound. He is not, and the sound goes on without one.'],
  [
    'well',
    'Tobit’s shoulders fill the gap between the posts. Pale dust sifts from his sleeves like flour, and behind him the crows shuffle along the ridge.'
  ],
  ['well', 'The rope could have taken Wren’s hand off. It did not, and she knows ropes well enough to know how near it was.'],
  ['well', 'The blow takes Pym across the ribs, and the breath goes out of him; he will feel that one in the morning.', { hurt: { Pym: [4, 2] } }],
  ['well', 'Nobody has drawn a bucket here for three days. The pails stand in a row, upside down, waiting for someone to be brave.'],
  ['well', '“If I had a sword I should only cut myself,” Pym had said that morning, and nobody had argued.'],
  [
    'well',
    'Chained, padlocked, and watched by an old woman, the windlass does not look as if it meant to let anyone down to the Dippers’ Ledge tonight.'
  ],
  ['stair', 'They say that Skipper Marrow went down with his hat on. Hob has it from his grandmother, who had it from the sea.'],
  ['stair', 'Would Tallis cut the tail off a horse? Hob looks at his penny, and the penny keeps its own counsel.'],
  [
    'stair',
    'Hulda shakes off the blow as a dog shakes off water, though there will be a bruise there the size of a plate.',
    { hurt: { Hulda: [12, 10] } }
  ],
  ['stair', 'The door to the chandlery must be bolted by now. Up on Tallow Steps a single lamp moves behind a shutter and is put out.'],
  ['stair', 'Ivo’s pencil hovers over the page. What he will write there, if anything, is his own affair.'],
  [
    'stair',
    'The slate comes away in Tansy’s hands, and chalk dust with it. Underneath, the wood is paler.',
    { did: [['Tansy', 'Tansy takes the slate from its hook.']] }
  ],
  ['garden', 'Marek coughs into his sleeve. “Doctor Penhallow said nobody was to come in here,” he says. “She was very particular about it.”'],
  ['garden', 'Somewhere under their feet the boiler mutters, and Sunil, if it is Sunil, feeds it another shovel of coke.'],
  ['garden', 'No shotgun ever hung on those two hooks, Marek says; they were put up for a banner.'],
  ['garden', 'The heron unfolds itself from the rim of the basin, one joint at a time. It has eyes only for Rhys.'],
  ['garden', 'Ines’s secateurs catch the light at her hip. The orchid in its case looks perfect, as it did yesterday, as it always does.'],
  ['garden', 'The iron door to the boiler room is warm to the touch and quite as locked as it was an hour ago.']
]
