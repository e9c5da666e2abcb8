import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import { having } from './world-parts.fixture'

/**
 * Thirty contradictions and twenty harmless texts. They were all written after the fifth set was used, and measured the checks before those were
 * improved.
 */
export const SIXTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'Lantern light slides over wet cobbles and finds a pair of boots that were not there a moment ago. Sim Gant, whip around his neck, lifts both palms to show that they are empty.'
    ],
    [
      'well',
      '"Leave the chain be," comes a voice from the pail, thin as thread. Mother Hask has not turned her head; her eyes stay on the dark. "It was put there for a reason."',
      having('dead', 'Hask')
    ],
    ['well', 'The landlady has followed them out. She dusts the flour from her arms and, with a glance at the well, tells Wren to mind her step.'],
    [
      'stair',
      'Sister Oda’s mop clatters to the flagstones of the market. She stares past them at the dark Needle and crosses herself, slowly, twice.'
    ],
    [
      'stair',
      'The boy on the fish table hugs his knees. After a while he begins to talk, quickly and without looking up, about the horse and the penny.',
      having('beaten', 'Hob')
    ],
    [
      'garden',
      '"Closing time was hours ago, my dears." The director steps out from behind the tallest palm and lets her pearls click through her fingers.'
    ]
  ],
  harm: [
    [
      'well',
      'The stone strikes the kerb and skips past. Pym lets out the breath he was holding; it has cost him nothing but his dignity.',
      { hurt: { Pym: [4, 2] } }
    ],
    ['well', 'When Tobit takes his hand away from his side, it is slick with blood, and more of it is soaking through the quarry coat.'],
    ['stair', 'Merrin’s scream cuts off short. The hook has gone clean through her palm and pinned it to the table.'],
    [
      'stair',
      'By rights the fall should have killed her. Instead Tansy bounces to her feet, grinning, without so much as a torn sleeve.',
      { hurt: { Tansy: [7, 4] } }
    ],
    [
      'garden',
      'The pane drops like a guillotine. It misses Ines by a hand’s breadth, and she stands there among the splinters, perfectly whole.',
      { hurt: { Ines: [6, 3] } }
    ],
    [
      'garden',
      'Old Marek’s heart, so long a bad servant, gives its notice at last. He slides down the trunk of the palm and does not draw another breath.'
    ]
  ],
  thing: [
    ['well', 'With practised fingers Wren picks a pair of lockpicks from her hair and bends over the padlock.'],
    ['well', 'Pym’s crossbow thrums, and the bolt buries itself in the upright of the windlass, quivering.'],
    ['stair', 'Ivo lifts the spyglass to his eye and sweeps it along the black flank of the Needle.'],
    ['stair', 'Out comes Hulda’s axe. Two strokes, and the leg of the fish table is kindling.'],
    ['garden', 'Rhys has brought a folding ladder, and he sets it against the iron rib and shakes it to see whether it will hold.']
  ],
  player: [
    [
      'well',
      'Something in the old woman’s stillness decides Pym. He uncaps his ink, signs Form Nine with a flourish, and strikes out the word sound.'
    ],
    [
      'well',
      '"Fine," Wren snaps. "Fine. I will go and fetch the reeve myself, and he can look her in the eye." She is already halfway across the yard.'
    ],
    ['stair', 'Ivo laughs, flings his field book into the harbour, and watches the pages drown one after another.'],
    ['stair', 'There is only one thing to do, and Hulda does it: she picks the boy up by the collar and carries him home.'],
    ['garden', 'Ines pours the last of the tea into the heron’s basin and makes the bird a solemn promise that no harm will come to it.']
  ],
  way: [
    ['well', 'Sixty feet of rope later their boots find stone. The Dippers’ Ledge is narrower than any of them had imagined, and it sweats.'],
    ['garden', 'Rhys shoulders his way into the boiler room, blinking in the sudden heat.'],
    [
      'mail',
      'The lock surrenders with a click. One after the other they edge along the corridor until the mail van closes around them, smelling of gum and string.'
    ]
  ],
  secret: [
    ['well', 'Tobit’s eye goes to the padlock. It is a fine one, well oiled, but nobody ever hammered over the hasp pin; a thumb would push it out.'],
    ['stair', 'A second look at the slate: Tallis, it says in chalk, and after it one horse tail, grey, and that it was paid for.'],
    ['garden', 'The key to the boiler room is nowhere in this house. It is inside the heron, which swallowed it.']
  ],
  repeat: [
    [
      'stair',
      'Far out a bell buoy turns over in its sleep and says one word that nobody on the Quay would repeat. Hob draws his knees up.',
      { log: ['Far out a bell buoy turns over in its sleep and says one word that nobody on the Quay would repeat. The tide has turned.'] }
    ],
    [
      'mail',
      'Ada leans out. The wind takes her hat as a conductor takes a ticket, without looking at whose it is.',
      { log: ['The wind takes her hat as a conductor takes a ticket, without looking at whose it is.'] }
    ]
  ]
}

/** Texts that contradict nothing. */
export const SIXTH_HARMLESS: readonly Case[] = [
  ['well', 'The reeve’s house is dark but for one window. Whoever sits behind it has pushed the desk against the door.'],
  [
    'well',
    '“Marget’s got the kettle on,” Hask says, “not that there’s anything to put in it.” Her stick taps the pail, once, like a clerk with a stamp.'
  ],
  ['well', 'Jory had stood just here, three nights ago, with the rope round his waist. He had laughed, Hask says, and told them not to wait up.'],
  ['well', 'Wren is not hurt, only winded; the bruise will come later, and she will have earned it.', { hurt: { Wren: [5, 4] } }],
  ['well', 'There is blood on the kerb, but it is a week old and belongs to a duck.'],
  ['well', 'Tobit could pull the whole windlass down with his hands. He looks at his hands, and then at the old woman, and leaves it where it is.'],
  ['well', 'Nobody goes down to the Dippers’ Ledge without the reeve’s leave, and the reeve has not given it to anyone since the chain went on.'],
  ['well', 'Dust drifts from Pym’s hat brim as he looks up. A sword, he notes, would be of no use whatever.'],
  ['stair', 'Hob squints at the far shore. “Sister Oda’s ringing for someone,” he says. “She only rings when they’re wet.”'],
  ['stair', 'The captain in the picture over the scales wears a good coat and looks out to sea as if it owed him money.'],
  ['stair', 'Hulda’s knuckles are raw from the rope, and there is a long graze along her jaw.', { hurt: { Hulda: [12, 9] } }],
  ['stair', 'Whatever Ivo meant to write, he closes the book on it.'],
  ['stair', 'The rope lies coiled beside Hulda’s boots, where she put it down.'],
  ['stair', 'Tansy has a way of standing that suggests she was never here at all.'],
  ['garden', 'The watchman’s umbrella drips onto the tiles. He has been out in it, then, and not long ago.'],
  ['garden', '“The director keeps a camera in her desk,” says Marek, “and a shotgun for the pigeons, though she’d never use it.”'],
  ['garden', 'The boiler room must be somewhere below; the grating breathes warm air on their ankles.'],
  ['garden', 'Rhys’s glove comes away from the iron with a small wet sound.'],
  ['mail', 'Bram is black to the eyes with coal dust, and so, from what he can see of himself in the glass, is everybody.'],
  ['mail', 'Inspector Vole, so the fireman swears, has never once looked up from his timetable, not for fire and not for flood.']
]
