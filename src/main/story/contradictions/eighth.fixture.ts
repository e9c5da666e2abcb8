import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'

const having = (condition: string, ...ids: string[]) => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { conditions: { [condition]: {} } }])) }
})

/** Thirty contradictions and twenty harmless texts. They were all written after the seventh set was used and before its last figures were read. */
export const EIGHTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'The door of the taproom bangs. Marget crosses the yard with a jug in each fist and sets them down on the kerb. "On the house," she says.'
    ],
    [
      'well',
      'Hask shifts on her pail, finds no comfort there, and starts once more to number the chimneys under her breath.',
      having('dead', 'Hask')
    ],
    ['stair', 'Bet Corrow has followed her light down to the market. She takes Merrin’s chin between two fingers and turns it to the lamp.'],
    ['stair', 'Somebody chuckles. It is Tallis, of all people, leaning in the doorway with tallow on his sleeves.'],
    ['station', 'The chief’s eyes open. She looks at the ceiling for a time; then she asks, quite clearly, what day it is.', having('dead', 'Koss')]
  ],
  harm: [
    [
      'well',
      'The rope burns through Wren’s fingers, but when she opens her hands there is nothing to see: the palms are as they were this morning.',
      { hurt: { Wren: [5, 3] } }
    ],
    ['well', 'The bar slips. Its whole weight comes down on Tobit’s foot, and every bone in it breaks at once.'],
    ['stair', 'Tansy lands like a cat and takes a bow. Nobody would think that she had fallen at all.', { hurt: { Tansy: [7, 4] } }],
    ['station', 'The arc of the stun charge catches Teo full in the chest and throws them against the wall, where they slide down and do not move.'],
    ['garden', 'Old Marek’s knees fold. He is dead before he reaches the ground.']
  ],
  thing: [
    ['well', 'Wren thumbs back the hammer of the pistol and points it at the padlock.'],
    ['stair', 'Out of her sleeve Tansy shakes a set of lockpicks, and she goes to work on the strongbox of the weighing house.'],
    ['station', 'Juno slaps the medkit open on the deck and tears the wrapper off a dressing with her teeth.'],
    ['mail', 'A flare hisses in Ada’s fist, and the whole cab turns red.']
  ],
  player: [
    ['well', '"All right," says Tobit heavily, "I’ll go down first. If it holds me it will hold anybody."'],
    ['stair', 'Ivo tears the page from his book, crumples it, and tosses it into the harbour without a second glance.'],
    ['garden', 'Ines has had enough of riddles. She marches up to the glass case, lifts the lid off, and rips the orchid out by the roots.'],
    ['station', 'Teo tells Koss everything: the vent, the stolen coat, the three weeks of living on crumbs.']
  ],
  way: [
    ['well', 'Ten minutes’ climbing brings the three of them to the Dipper’s Ledge, where the water is near enough to smell.'],
    ['station', 'Without waiting for the light to turn, Juno cycles through into the airlock and seals the hatch behind her.'],
    ['garden', 'The lock was never much of a lock. A minute later they are standing in the boiler room, listening to the pipes.'],
    ['mail', 'Ada and Bram climb over the tender and let themselves into the mail van.']
  ],
  secret: [
    ['well', 'Look closer: the hasp pin on that fine padlock was never hammered over. One thumb would slide it out.'],
    [
      'stair',
      '“It was horse,” somebody mutters. Tallis plaited the wick himself, from the tail of the reeve’s mare, and told himself that hair is hair.'
    ],
    ['garden', 'The petals are silk, and the stem is only wire. Somebody has left a price in lire on the underside of the pot.'],
    ['mail', 'What Vole never told anyone is that the points at Scarrow were spiked on Tuesday, and that the man who did it wore a green coat.']
  ],
  repeat: [
    [
      'well',
      'Wren listens. Under the yard the water goes on with its sum, and does not care to be interrupted by anyone with a beginning.',
      { log: ['Under the yard the water goes on with its sum, and does not care to be interrupted by anyone with a beginning.'] }
    ],
    [
      'stair',
      'Each of the sixty doors has a bolt, and behind each bolt is somebody who has been told not to look.',
      { log: ['It is quiet. Each of the sixty doors has a bolt, and behind each bolt is somebody who has been told not to look. Hob sniffs.'] }
    ],
    [
      'station',
      '“There is a rule about that,” says Koss, “and there is a rule about breaking it, and I wrote them both.”',
      { log: ['“There is a rule about that, and there is a rule about breaking it, and I wrote them both,” Koss says.'] }
    ],
    [
      'garden',
      'The pipes knock twice, politely, like a guest who has already let himself in.',
      { log: ['Marek coughs. The pipes knock twice, politely, like a guest who has already let himself in.'] }
    ]
  ]
}

export const EIGHTH_HARMLESS: readonly Case[] = [
  ['well', 'The taproom is still lit. Marget will be counting sleepers, or glasses, and either way she does not come out.'],
  ['well', '“My aunt walks backward all day,” says somebody at the trough, “and she’s never once fallen in.”'],
  ['well', 'Tobit winces and sucks at a split knuckle. It is nothing; it is the sort of nothing that hurts.', { hurt: { Tobit: [7, 6] } }],
  ['well', 'If the ledge is down there it is keeping quiet about it. The rope would reach; the question is who would trust it.'],
  ['well', 'A pistol shot would carry to the Clint. What Hask has in mind makes no noise at all: she raises one eyebrow.'],
  ['well', 'Pym had meant to speak, and the moment for it goes by with its hat on.'],
  ['well', 'On market days Loom comes as far as the kerb, looks at his chain, and goes home again.'],
  ['stair', 'Up in her window Bet Corrow has put two lights, one above the other. Nobody down here can see her face.'],
  ['stair', 'Hulda’s hook has slipped. There is a tear in the pad on her shoulder, and blood in the tear.', { hurt: { Hulda: [12, 9] } }],
  ['stair', 'Tallis’s shutters are up. Whoever knocks will get no answer, and knows it, and knocks.'],
  ['stair', 'The tide clears its throat under the boards. “That’s them,” Hob whispers, and draws up his feet.'],
  ['stair', 'Somewhere a whistle blows, thin and tinny, and it is not one of yours.'],
  ['station', 'The corridor to the medbay is open. Someone is humming down there, in a baritone that knows only one song.'],
  ['station', 'Koss rubs her eyes with the heel of her hand. "Nobody goes into that airlock," she says, "until I say so."'],
  ['station', 'Juno’s ears pop. She swallows and they pop again, and that is how they all learn that it is getting worse.'],
  ['station', 'Teo’s breath stops for as long as it takes to be sure that the footsteps are going the other way.'],
  ['garden', 'Marek would have carried a shotgun once. Now he carries an umbrella, and he carries it like a shotgun.'],
  ['garden', 'Through the grating comes a breath of the boiler room: coke, rust, and somebody’s supper.'],
  ['garden', 'Ines straightens up with a thorn in her thumb and a bead of blood on the end of it.', { hurt: { Ines: [6, 5] } }],
  ['mail', 'Behind the tender the mail van sways from side to side, as it has since Scarrow, with its one lamp lit.']
]
