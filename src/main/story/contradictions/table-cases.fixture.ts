import type { Case } from './cases.fixture'
import { having, moved } from './worlds.fixture'
import type { ContradictionKind } from '../../../shared/analysis/contradictions'

/** Twenty contradictions as models make them at a table, written without trying the checks on them. Version 9 found ten. */
export const TABLE: readonly (readonly [kind: ContradictionKind, ...one: Case])[] = [
  ['voice', 'well', 'Mother Hask snorts into her shawl. “Somebody had to say it.”', having('dead', 'Hask')],
  ['voice', 'well', 'Marget comes bustling across the cobbles with a steaming jug and hands it to Pym.'],
  ['voice', 'stair', 'Behind the scales, Bet Corrow clears her throat and holds out a net needle to Hulda.'],
  ['voice', 'stair', 'Merrin pushes herself up on one elbow and tells Ivo to leave the candle where it is.', having('down', 'Merrin')],
  ['voice', 'well', 'A hand falls on Tobit’s shoulder: it is Sim Gant, and he wants a word.'],
  ['harm', 'stair', 'When the smoke clears, Ivo dusts off his cuffs. He hasn’t taken so much as a splinter.', { hurt: { Ivo: [9, 4] } }],
  ['harm', 'well', 'Pym blinks, perfectly well, and asks what the noise was.', { hurt: { Pym: [4, 1] } }],
  ['harm', 'well', 'The blow takes Mother Hask across the temple, and she is dead before the pail stops rolling.'],
  ['harm', 'well', 'With a last rattle the breath goes out of Pym, and he is gone.'],
  ['harm', 'well', 'The poison has run its course; Tobit is himself again.', having('poisoned', 'Tobit')],
  ['thing', 'well', 'Pym fumbles a pistol out of his satchel and points it, with both hands, at the shaft.'],
  ['thing', 'stair', 'Tansy slides her dagger between the boards and levers.'],
  ['thing', 'well', 'Tobit’s crossbow clatters onto the kerb.'],
  ['way', 'well', 'Down the rope they go, hand under hand, and the Dippers’ Ledge is wet beneath their boots.'],
  ['secret', 'well', 'As the light catches it Pym understands: what hangs on the rope is a lead bell, and Loom had the windlass chained to hide it.'],
  ['secret', 'stair', 'Tallis paid for a grey horse tail; it is chalked there on the slate for anyone to read.'],
  ['fact', 'well', 'Midnight has come and gone over Throat Yard.'],
  ['fact', 'stair', 'Tansy breaks the last of her four loaves of bread.'],
  ['fact', 'well', 'Tobit Loom spits on his hands and takes up the maul.'],
  ['fact', 'stair', 'In the lamp room the four of them crowd round the cold wick.', moved('fish-market')]
]

/** Twenty honest texts that come close to a contradiction, written at the same time. Version 9 marked none. */
export const TABLE_HONEST: readonly Case[] = [
  ['well', 'Hask is dead, and the pail beside her has stopped dripping. Wren straightens up. “Somebody fetch a sheet.”', having('dead', 'Hask')],
  ['well', 'Marget’s jug stands on the trough where she left it this morning, with a plate over it.'],
  ['stair', 'Bet Corrow’s name is painted on a net float that hangs behind the scales.'],
  ['stair', 'Merrin does not stir. Ivo puts the candle down beside her hand.', having('down', 'Merrin')],
  ['well', 'It might be Sim Gant’s cough, two lanes off. It might be a goat.'],
  ['stair', 'Ivo dusts off his cuffs and finds a splinter as long as a match in his palm.', { hurt: { Ivo: [9, 4] } }],
  ['well', 'Pym asks whether he is all right, and does not wait to be told.', { hurt: { Pym: [4, 1] } }],
  ['well', 'The slate misses Mother Hask by a hand. She has not dropped her stick.'],
  ['well', 'Pym lets his breath go. For a moment the whole yard seems to have died and come back.'],
  ['well', 'Tobit says the poison has run its course, and then sits down rather suddenly.', having('poisoned', 'Tobit')],
  ['well', 'Pym points his pencil at the shaft as another man might point a pistol.'],
  ['stair', 'Tansy slides her hand between the boards. A dagger would have done it better.'],
  ['well', 'The inn sign has a crossbow on it, and Tobit has walked under it all his life.'],
  ['well', 'Hand under hand is how one goes down to the Dippers’ Ledge, says Mother Hask, when there is a rope to hold.'],
  ['well', 'Something hangs on the rope, far down. Whatever it is, it does not swing like a pail.'],
  ['stair', 'There is chalk on the slate, and a price, and more under the price than the light will show.'],
  ['well', 'By midnight the count will have gone on without them for six hours more.'],
  ['stair', 'Tansy breaks one of her two loaves and keeps the smaller half.'],
  ['well', 'Loom’s chain, Loom’s lock, and no Loom: Tobit spits on his hands all the same.'],
  ['stair', 'The lamp room is a dark square at the top of the Needle, and all four of them look anywhere else.']
]

/** What players say that states an outcome which the state doesn't hold. */
export const CLAIMS: readonly (readonly [kind: ContradictionKind, ...one: Case])[] = [
  ['harm', 'well', 'I kill Mother Hask with one blow of my knife. She dies.', { by: 'Wren' }],
  ['harm', 'well', 'I bring the maul down, and Mother Hask falls dead across her pail.', { by: 'Tobit' }],
  ['harm', 'well', 'Before anyone can move I slit her throat. Mother Hask is dead.', { by: 'Wren' }],
  ['harm', 'well', 'I kill Mother Hask with one blow… She dies', { by: 'Tobit' }],
  ['harm', 'well', 'It is done. I’ve killed Mother Hask.', { by: 'Wren' }],
  ['harm', 'well', 'One swing of the maul. Mother Hask dies…', { by: 'Tobit' }],
  ['harm', 'stair', 'I swing the hook and knock Hob out cold.', { by: 'Hulda' }],
  ['harm', 'stair', 'My stone kills Hob where he stands.', { by: 'Tansy' }],
  ['harm', 'stair', 'Hob is unconscious. I take his candle.', { by: 'Ivo' }],
  ['thing', 'well', 'I draw my crossbow and take aim at the kerb.', { by: 'Pym' }],
  ['thing', 'stair', 'I light my lantern and go first.', { by: 'Ivo' }]
]

/** What players say that only sounds like it. */
export const NO_CLAIMS: readonly Case[] = [
  ['well', 'One more step, and Mother Hask dies.', { by: 'Wren' }],
  ['well', 'I have killed nobody, Mother Hask, and I mean to keep it so.', { by: 'Tobit' }],
  ['well', 'If I kill Hask, who is going to free the windlass?', { by: 'Tobit' }],
  ['well', 'I could kill Mother Hask for that. I will not, of course.', { by: 'Pym' }],
  ['well', 'Is Mother Hask dead? She has not moved for an hour.', { by: 'Wren' }],
  ['well', 'Jory is dead, and everybody in this yard knows it.', { by: 'Wren' }],
  ['well', 'Mother Hask is dead set against it, and I am dead on my feet.', { by: 'Tobit' }],
  ['well', 'It kills her to say it, but she says it.', { by: 'Pym' }],
  ['stair', 'I kill time with chalk, and Hob kills flies.', { by: 'Ivo' }],
  ['stair', 'I strike Hob a bargain: one candle for one answer.', { by: 'Tansy' }],
  ['stair', 'I would draw my sword, only that I am a porter.', { by: 'Hulda' }],
  ['stair', 'I draw my hook along the boards, so that they hear me coming.', { by: 'Hulda' }],
  ['well', 'Mother Hask is dead. I close her eyes.', { by: 'Wren', ...having('dead', 'Hask') }]
]

/** Twenty more contradictions, written after the checks had learnt from `TABLE`. They found thirteen at first. */
export const SECOND: readonly (readonly [kind: ContradictionKind, ...one: Case])[] = [
  ['voice', 'stair', 'Hob tugs at Merrin’s sleeve. “There is one more under the table,” he whispers.', having('beaten', 'Hob')],
  ['voice', 'well', 'Dilly Teague shuts her book with a snap and looks up at the three of you.'],
  ['voice', 'well', 'Tobit rolls over, gets to his knees and reaches for the maul.', having('down', 'Tobit')],
  ['voice', 'stair', '“You will want the good oil,” Osric Tallis tells Ivo, wiping his palms on his apron.'],
  ['voice', 'well', 'Over by the windlass stands Reeve Loom, with his hat in his hands.'],
  ['harm', 'well', 'Wren picks herself up, and by some miracle the fall has not left a mark on her.', { hurt: { Wren: [5, 1] } }],
  ['harm', 'stair', 'Tansy laughs out loud: she is completely unharmed.', { hurt: { Tansy: [7, 3] } }],
  ['harm', 'stair', 'The mast comes down across the market. Hulda is killed where she stands.'],
  ['harm', 'well', 'Tobit’s eyes roll up, and he drops senseless to the cobbles.'],
  ['harm', 'well', 'A warmth goes through the leg, and Wren is no longer lamed.', having('lamed', 'Wren')],
  ['thing', 'well', 'Wren unslings her bow and lays an arrow to the string.'],
  ['thing', 'stair', 'Hulda raises the lantern, and the far wall leaps forward.'],
  ['thing', 'stair', 'Ivo drains the last of his potion and wipes his mouth.'],
  ['way', 'well', 'Wren swings out over the kerb, and a minute later she stands on the Dippers’ Ledge.'],
  ['secret', 'well', 'The hasp pin, he notices, was never hammered over at all. The padlock is only there for show.'],
  ['secret', 'stair', 'In the box, among the gloves, is a plait of yellow hair tied with blue thread.'],
  ['fact', 'well', 'It is early morning, and the cocks of Underclint are at it already.'],
  ['fact', 'well', 'Pym has three rations left, and says so to nobody.'],
  ['fact', 'stair', 'Captain Hob straightens his jacket.'],
  ['fact', 'stair', 'You are standing in the Oil Cellar, and the smell makes your eyes water.']
]

/** Twenty more honest texts, of the same day. None was marked at first. */
export const SECOND_HONEST: readonly Case[] = [
  ['stair', 'Hob’s sleeve is still warm where Merrin holds it. There is nothing more to be done.', having('beaten', 'Hob')],
  ['well', 'Dilly Teague would have shut her book on them by now.'],
  ['well', 'Tobit’s maul lies where his hand let go of it. Pym kneels and turns him over.', having('down', 'Tobit')],
  ['stair', 'Osric Tallis sells good oil, says Hob, and better lies.'],
  ['well', 'Over by the windlass hangs a coat that might be Reeve Loom’s, with nobody in it.'],
  ['well', 'The fall has left its mark on Wren, and she wears it like a brooch.', { hurt: { Wren: [5, 1] } }],
  ['stair', 'Tansy laughs out loud, and stops, because laughing hurts.', { hurt: { Tansy: [7, 3] } }],
  ['stair', 'The mast comes down across the market and kills the light in nine windows.'],
  ['well', 'Tobit’s eyes roll up to the beam. Too heavy, he decides, for one man.'],
  ['well', 'The leg is warm, and it still will not carry Wren.', having('lamed', 'Wren')],
  ['well', 'Wren draws herself up like a bow.'],
  ['stair', 'A lantern would only show the far wall sooner, Hulda thinks.'],
  ['stair', 'Ivo drains his cup of rainwater and wipes his mouth.'],
  ['well', 'One could stand on the Dippers’ Ledge a minute after letting go, and never stand anywhere else.'],
  ['well', 'The padlock shines. Whoever hung it there wanted it looked at.'],
  ['stair', 'Somebody has tied the box shut with blue thread and a knot that no sailor made.'],
  ['well', 'In the early morning, says Hask, you can hear the count from the lane.'],
  ['well', 'Pym has had three meals from one ration, and is rather proud of the arithmetic.'],
  ['stair', 'Hob salutes as he has seen captains do.'],
  ['stair', 'The oil cellar is said to stand open these days, and nobody here has asked why.']
]

/** Twenty more contradictions, of a later day, written without reading the checks or trying them. Ten were found at first. */
export const THIRD: readonly (readonly [kind: ContradictionKind, ...one: Case])[] = [
  ['voice', 'well', '“Not while I sit here,” Mother Hask mutters, and spits.', having('dead', 'Hask')],
  ['voice', 'well', '“You’ll want the long rope,” calls Corrie Tallow from the far side of the yard.'],
  ['voice', 'stair', 'Osric Tallis leans over the fish stall and waves the four of them nearer.'],
  ['voice', 'well', 'Wren sits up, rubs the back of her neck and grins at Tobit.', having('down', 'Wren')],
  ['voice', 'well', 'The old woman on the pail gets to her feet, slowly, and points into the shaft.', having('dead', 'Hask')],
  ['harm', 'well', 'Tobit shakes the dust off. There is not a mark on him.', { hurt: { Tobit: [5, 2] } }],
  ['harm', 'stair', 'Hulda walks out of the smoke whole.', { hurt: { Hulda: [12, 3] } }],
  ['harm', 'well', 'The staff cracks against Pym’s skull, and he dies where he stands.'],
  ['harm', 'well', 'The sickness leaves Wren as quickly as it came.', having('poisoned', 'Wren')],
  ['harm', 'well', 'Mother Hask slides off her pail, stone dead.'],
  ['thing', 'well', 'Wren draws her sword and lays it flat across the chain.'],
  ['thing', 'stair', 'Merrin lights her lantern and holds it over the empty stall.'],
  ['thing', 'well', 'Pym sets his spyglass to his eye and looks down the shaft.'],
  ['thing', 'well', 'From his own pack Tobit pulls a coil of rope and knots it to the windlass.'],
  ['way', 'well', 'They climb down past the windlass, and the water of the Sour Sump closes over their boots.'],
  ['way', 'well', 'A moment later all three are sitting in Marget’s Taproom with a mug each.'],
  ['secret', 'well', 'The bell on the rope is lead, Pym sees at once; Honesty was sold, and Loom has the money.'],
  ['fact', 'well', 'The sun stands straight above Throat Yard, and nothing has a shadow.'],
  ['fact', 'well', 'Barnabas Gant, who keeps Throat Yard, has let the fire go out.'],
  ['fact', 'stair', 'Merrin winds the last of her five bandages round Ivo’s hand.']
]

/** Twenty more honest texts, of the same day. None was marked at first. */
export const THIRD_HONEST: readonly Case[] = [
  ['well', 'Mother Hask’s stick lies where she let go of it, and nobody has the heart to move it.', having('dead', 'Hask')],
  ['well', 'Corrie would have known what to do.', { by: 'Wren' }],
  ['well', 'Somebody in the taproom across the yard is laughing. It might be Marget.'],
  ['well', 'Wren doesn’t stir. Tobit looks at her boots rather than her face.', having('down', 'Wren')],
  ['well', 'If Mother Hask were dead, the yard would be quieter.'],
  ['well', 'There is not a mark on the maul. There are several on Tobit.', { hurt: { Tobit: [5, 2] } }],
  ['stair', 'Hulda is still on her feet, and that is all that can be said for her.', { hurt: { Hulda: [12, 3] } }],
  ['well', 'Pym has gone the colour of a dead man, and is not one.'],
  ['well', 'For a breath the sickness lets go of Wren. Then it has her again.', having('poisoned', 'Wren')],
  ['well', 'Mother Hask could sleep like the dead through this, and nearly does.'],
  ['well', 'A sword would be no use against a chain, and nobody here has one.'],
  ['stair', 'Merrin would give a good deal for a lantern just now.'],
  ['well', 'Old Hask says a spyglass was lowered once, on a string, and came up blind.'],
  ['well', 'Tobit holds the end of Wren’s rope as if it might bite.'],
  ['well', 'From the kerb they can hear the Sour Sump breathe, a long way down.'],
  ['well', 'Marget’s Taproom is two minutes away, with its shutters half open, and all three of them look at it.'],
  ['well', 'Nobody has said yet why the bell is silent.'],
  ['well', 'At noon this yard is full of buckets. Now the light is going, and there is one old woman.'],
  ['well', 'Gant’s fire has gone out, to judge by his chimney.'],
  ['stair', 'The second bandage is cleaner than the first, which isn’t saying much.']
]
