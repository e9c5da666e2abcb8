import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'

const having = (condition: string, ...ids: string[]) => ({
  state: { actors: Object.fromEntries(ids.map((id) => [id, { conditions: { [condition]: {} } }])) }
})

/** Sixty contradictions in the prose of a language model. They were all written before anybody read the checks of that time. */
export const SEVENTH: Readonly<Record<ContradictionKind, readonly Case[]>> = {
  voice: [
    [
      'well',
      'For a while there is only the drip of the pail. Then Corrie speaks, walking backward out of the dark with the hemp paying out between her fingers. "He whipped that end first," she tells Wren.'
    ],
    [
      'well',
      'Mother Hask’s laugh turns into a cough. "Ask me straight," she rasps, "and I’ll answer you straight. Nobody ever does."',
      having('dead', 'Hask')
    ],
    [
      'well',
      'Nobody heard him come. Old Teague stands dripping by the trough, hat in hand, and in the politest of voices wishes the company a good evening.'
    ],
    [
      'stair',
      'Captain Vane strolls in under the iron roof as though he owned it, shakes the rain off his good coat, and inquires after the price of sprats.'
    ],
    [
      'stair',
      'Hob wipes his nose on his sleeve. It takes him two tries to get the words out: he held the horse, he says, and he is sorry for it.',
      having('beaten', 'Hob')
    ],
    [
      'stair',
      'A cough from the far end of the tables. It is the chandler, wiping and wiping at the same spot on the scales. "Evening," he manages, without looking up.'
    ],
    [
      'station',
      'The warden has them boxed in. O’Dowd lets the baton tap against his polished boot and says pleasantly that nobody is leaving the hub tonight.'
    ],
    [
      'station',
      'Koss groans, rolls over, and with one grimy hand waves the two of them toward the breaker panel. "Behind there," she croaks.',
      having('dead', 'Koss')
    ],
    [
      'mail',
      'D’Arcy spits on the gauge and rubs it with a cuff. They have seen worse, they say, and they have seen it at Scarrow.',
      having('dead', 'Darcy')
    ]
  ],
  harm: [
    [
      'well',
      'The slab lands where she was standing. When the dust clears Wren is on her feet, brushing grit from her sleeves, none the worse for it.',
      { hurt: { Wren: [5, 2] } }
    ],
    [
      'well',
      'The hook swings past Tobit’s ear with an inch to spare. He has been lucky all his life, and his luck has held again.',
      { hurt: { Tobit: [7, 3] } }
    ],
    [
      'well',
      'The chain whips round. It catches Pym across the shins with a crack like a dry branch, and he goes down howling, his leg bent the wrong way.'
    ],
    ['well', 'Hask’s breath hitches, rattles, and stops. The stick slides from her lap and rolls away over the cobbles; she is gone.'],
    ['stair', 'Hulda takes the barrel square in the chest and doesn’t even grunt. Not a scratch on her.', { hurt: { Hulda: [12, 6] } }],
    ['stair', 'Glass bursts inward. A long splinter of it opens Ivo’s cheek to the bone and blood sheets down over his collar.'],
    [
      'station',
      'The blast rolls over them and is gone. Juno checks herself over: arms, legs, ten fingers, everything where it should be and nothing bleeding.',
      { hurt: { Juno: [8, 4] } }
    ],
    ['station', 'Something in Teo’s shoulder gives with a wet pop. The arm hangs useless, and the pain turns their knees to water.'],
    ['garden', 'The heron strikes twice. Both times Rhys gets an arm up in time, and the beak finds nothing but tweed.', { hurt: { Rhys: [6, 4] } }]
  ],
  thing: [
    ['well', 'Pym unslings the bow from his shoulder, nocks an arrow, and draws until the string kisses his cheek.'],
    ['well', 'The light of Tobit’s lantern slides down the shaft, course by course, until the dark swallows it.'],
    ['well', 'From somewhere inside her coat Wren has produced a crowbar, and she wedges its flat end under the hasp.'],
    ['stair', 'With a grunt Hulda brings the hatchet round and buries its head in the door of the fish store.'],
    ['stair', 'Merrin works the iron key into the lock with both hands. It turns on the third try.'],
    ['stair', 'Ivo raises his shield just in time; the stone rings off the boss and skitters away between the tables.'],
    ['station', 'Teo thumbs the tablet awake and scrolls through the maintenance log by its blue light.'],
    ['station', 'The rivet pistol bucks in Juno’s hand, once, twice, and two bright holes open in the custodian’s shell.'],
    ['garden', 'Ines unfolds the ladder, sets its feet in the gravel, and props the top rung against the glass.']
  ],
  player: [
    ['well', 'Tobit shakes his head, sets down his bar, and walks over to the old woman. "I built it," he says. "God forgive me, I built it."'],
    ['well', 'Wren cannot bear it any longer. She seizes the handle of the windlass and throws her whole weight on it, again and again.'],
    ['well', 'Pym considers lying, and then he lies. The county, he assures them all, will pay for everything.'],
    ['stair', 'Without a word Tansy slips the candle out of the boy’s hand, blows it out, and pockets it.'],
    ['stair', 'Merrin kneels on the wet stones, folds her hands, and begins to sing the office for the drowned, flat as ever.'],
    ['station', 'Juno has made up her mind. She kicks the grille out of its frame and wriggles headfirst into the duct, and Teo follows her.'],
    ['station', '"I took it," Teo blurts out. "The seal, the spare one. I sold it on Ceres, all right?" They sit down on the deck and weep.'],
    ['garden', 'Rhys grabs Old Marek by the lapels and shakes him until his teeth knock together.']
  ],
  way: [
    [
      'well',
      'Hand under hand they lower themselves into the Throat, and a quarter of an hour later all three stand on the ledge of the dippers, soaked and shivering.'
    ],
    [
      'well',
      'A shove is enough. They stumble out of the short way, past the wall Tobit raised, and there it is before them: Chalk Row, white as a bitten lip.',
      { state: { actors: Object.fromEntries(['Wren', 'Tobit', 'Pym'].map((id) => [id, { location: 'tobits-wall' }])) } }
    ],
    [
      'stair',
      'Down through the dark they drop, straight from the lamp room, and land in a heap among the fish tables of the market.',
      { state: { actors: Object.fromEntries(['Ivo', 'Hulda', 'Merrin', 'Tansy'].map((id) => [id, { location: 'lamp-room' }])) } }
    ],
    ['station', 'The hatch irises open without complaint. Three minutes later Juno and Teo are floating in the South Airlock, looking at the stars.'],
    ['station', 'Teo ducks under Koss’s arm and is through into the airlock before anybody can swear.'],
    ['garden', 'Down the spiral stair they go, Ines first, and the boiler room opens its red mouth to receive them.'],
    ['mail', 'Bram scrambles back over the coal and drops through the door of the mail van.'],
    ['mail', 'They leave the cab to look after itself. In the mail van it is quieter; Ada sits down on a sack to get her breath.']
  ],
  secret: [
    [
      'well',
      'The rope gleams. Behind the trough, of all places, where the dippers keep their dinner, somebody has hung a good dry coil of it, marked with red wool.'
    ],
    [
      'well',
      'It was the reeve who had the windlass chained, of course, so that nobody would look down and see what sort of bell hangs on that rope: a lead one.'
    ],
    [
      'well',
      'Hask taps the pail. There is somebody down there, she tells them, that holds up the water for the village, and once a year it asks to be told somebody’s home.',
      { by: 'DM' }
    ],
    ['stair', 'Under the gloves in the box lies a plait of yellow hair, tied with blue thread and labelled with the name of a family.'],
    ['stair', 'Tallis, a small voice supplies: it was Tallis who cut the tail off the reeve’s grey, and gave the boy a penny to have seen nothing.'],
    ['station', 'The alarm never rang because somebody bridged it, with a fork of all things, and the initials on the handle are the captain’s.'],
    [
      'station',
      'Seeds. That is what all this was for: the captain drilled a hole in the arboretum to smuggle them, and the air has been going out through it ever since.'
    ],
    ['garden', 'Marek could not look at them. It was he who had let the thief in, through the coal hatch, believing her to be his granddaughter.'],
    ['mail', 'The needle on the gauge does not so much as tremble. Of course it doesn’t: somebody has soldered it in place.']
  ],
  repeat: [
    [
      'well',
      'Pym counts under his breath. The white water lies in the shaft like a sheet over somebody who has stopped complaining.',
      { log: ['Nobody looks down. The white water lies in the shaft like a sheet over somebody who has stopped complaining.'] }
    ],
    [
      'well',
      'The stick taps twice. Somewhere above the roofs a shutter bangs, and bangs again, as if the house were trying to remember a word.',
      { log: ['Somewhere above the roofs a shutter bangs, and bangs again, as if the house were trying to remember a word. Wren waits.'] }
    ],
    [
      'well',
      '“I have been minding this pail since before you had teeth,” Hask says, “and it has never once thanked me for it.”',
      { log: ['Hask grins. “I have been minding this pail since before you had teeth,” she says, “and it has never once thanked me for it.”'] }
    ],
    [
      'stair',
      'Along the harbour wall the gulls have all turned to face the same way, like guests who have heard a plate break. Ivo notices it too.',
      { log: ['Along the harbour wall the gulls have all turned to face the same way, like guests who have heard a plate break.'] }
    ],
    [
      'stair',
      'The rain comes down the iron roof in ropes, and every rope is let go at once over the same unlucky bucket.',
      { log: ['It is past six. The rain comes down the iron roof in ropes and every rope is let go at once, over the same unlucky bucket.'] }
    ],
    [
      'station',
      'The hull ticks as it cools, a small patient sound, like somebody counting change in the next room. Koss listens.',
      { log: ['The hull ticks as it cools, a small patient sound, like somebody counting change in the next room.'] }
    ],
    [
      'garden',
      'Water gathers at the tip of a leaf, considers the drop, and thinks better of it.',
      { log: ['It is warm in here. Water gathers at the tip of a leaf, considers the drop, and thinks better of it.'] }
    ],
    [
      'mail',
      'Signals go by, one after another, with their arms held up like people being robbed. Nobody is there to pull them.',
      { log: ['Signals go by, one after another, with their arms held up like people being robbed. Bram shovels.'] }
    ]
  ]
}

/** Forty texts that contradict nothing, though many come close. */
export const SEVENTH_HARMLESS: readonly Case[] = [
  ['well', '"Corrie says he whipped that end first," Hask mutters, "and Corrie doesn’t say a thing about rope that isn’t so."'],
  ['well', 'Jory used to sit on that kerb and swing his legs. He would whistle down the shaft, people say, and wait for it to whistle back.'],
  [
    'well',
    'If the reeve were here he would say that parish business is for Tuesdays. The reeve is not here; there is a light in his window and it does not move.'
  ],
  [
    'well',
    'The slab misses all of them but Wren. She sits down hard with a hand to her ribs and the breath knocked out of her.',
    { hurt: { Wren: [5, 2] } }
  ],
  ['well', 'A bow would be no good here, and a sword would be worse. What is wanted is a thumb.'],
  ['well', 'Tobit’s maul hangs loose in his fist. He looks from the chain to the old woman and back, and says nothing.'],
  ['well', 'The old ones tell of a fellow who went down without a light and came up with white hair and nothing to say.'],
  ['well', 'What the padlock is for, Hask will not say. She was told to guard it, and she is guarding it.'],
  ['well', 'Wren’s rope lies over the kerb, a loop of it hanging into the dark, where it sways a little although there is no wind.'],
  ['well', 'The Dipper’s Ledge is down there somewhere, sixty feet by the reckoning of those who have stood on it.'],
  ['well', 'Pym’s pen hovers over Form Nine. Under Condition of Well there is room for one word, and several suggest themselves.'],
  ['well', '"You’ll want a lantern, and somebody to hold it, and somebody to hold him," says Mother Hask.'],
  [
    'well',
    'Your knuckles are skinned and the bar is slippery with it, but the spoke has moved, Tobit. It has moved an inch.',
    { hurt: { Tobit: [7, 6] } }
  ],
  ['well', 'Nothing is broken that was not broken before. Pym, white as paper, holds his side and takes small breaths.', { hurt: { Pym: [4, 2] } }],
  ['stair', 'Nobody has seen Keeper Pell since the lamp went out. He would be up there still, if he is anywhere, with his back to a door.'],
  ['stair', '“Captain Vane’s out on the rocks,” Hob offers. “He’s got a lantern. He told my uncle he’d got no use for boys.”'],
  ['stair', 'What would Sister Oda say? Something about mops, most likely, and after that something kind.'],
  ['stair', 'The hatchet over the butcher’s block has been there since before the war, and rust has made it one with its nail.'],
  ['stair', 'A key would help. So would a locksmith, a crowbar, or a saint.'],
  ['stair', 'Hob blinks at Merrin. One of his candles has gone out and he does not appear to have noticed.'],
  ['stair', 'Tansy is nowhere to be seen, which is to say that she is standing exactly where she was.'],
  ['stair', 'The hook leaves a red weal along Ivo’s forearm, and for a moment he can only stare at it.', { hurt: { Ivo: [8, 6] } }],
  ['stair', 'Across the causeway the Needle stands black against black. Whoever goes up it tonight goes up without a light.'],
  ['stair', 'It is said that the drowned queue to be let in. It is also said, and by the same people, that sprats are cheaper on a Friday.'],
  ['stair', 'Hulda’s porter’s hook has left a bright line along the edge of the table.'],
  ['stair', 'None of you is hurt. The shutter came down with a noise like the end of the world and fell on nobody at all.'],
  ['station', 'The hatch to the South Airlock stays shut. A red lamp above it says, in four languages, why.'],
  ['station', 'Koss sucks her teeth. "Adeyemi will tell you it’s the filters. Adeyemi always tells you it’s the filters."'],
  ['station', 'On the screen Warden O’Dowd is asleep with his boots up on the desk, and the brig behind him is empty.'],
  ['station', 'Teo’s coat catches on the grille and tears. Beneath it they are thinner than anybody had supposed.'],
  ['station', 'A burn runs from Juno’s wrist to her elbow, and it has begun to blister.', { hurt: { Juno: [8, 4] } }],
  ['station', 'The pressure has dropped another point. Whatever is leaking, it isn’t in here.'],
  ['station', 'The custodian’s eight feet squeak on the panels. It has found a stain to work on, and the stain is Teo’s shadow.'],
  ['station', 'Juno’s cutter hisses out, and the smell of hot metal fills the hub.'],
  ['garden', 'The door of the boiler room is locked, and on the other side of it somebody is whistling.'],
  ['garden', '“The director’s gone home,” Marek says. “She said goodnight to me, and she said goodnight to the palms.”'],
  ['garden', 'Rhys might have been killed. As it is there is a long tear in his sleeve and a line of blood under it.', { hurt: { Rhys: [6, 4] } }],
  ['garden', 'The heron shakes out its wings, one and then the other, like somebody looking for a cuff link.'],
  ['mail', 'The mail van rides behind the tender, its door locked on the other side. Somebody in there is moving sacks.'],
  ['mail', 'D’Arcy is dead, and the hand that lies on the regulator is only a hand.', having('dead', 'Darcy')]
]
