import { formsOf } from './verbs'

/** The class of a verb: motion (`go`), being somewhere, handling something, speaking, or a gesture or look (`show`). */
export type VerbClass = 'go' | 'be' | 'handle' | 'speak' | 'show'

const LISTS: Readonly<Record<VerbClass, string>> = {
  go:
    'amble approach arrive ascend barge bolt bound bundle burst charge chase clamber climb clump come crawl creep cross crowd dance dart dash descend dive drift ' +
    'drop duck edge emerge enter escape fall file flee float flow fly follow glide go hasten head hike hobble hop hurry inch jog jump leap limp lope lower lumber lurch ' +
    'march meander mount move pace pad paddle parade pass pelt pile plod plough plow plunge pop pour press proceed prowl push reach retreat return ride roam roll row ' +
    'run rush sail sally saunter scamper scoot scramble scurry scuttle shamble shin shoulder shuffle sidle skid skip skirt slide slink slip slither slog sneak ' +
    'speed spill sprint squeeze squirm stagger stalk steal step stomp storm stray stride stroll strut stumble surge sweep swim tear thread tiptoe traipse tramp ' +
    'travel troop trot trudge tumble venture waddle wade walk waltz wander wash weave wind worm wriggle land',
  be: 'be crouch dangle gather hover huddle kneel lean lie linger live loiter lounge lurk perch rest settle sit slouch slump sprawl squat stand stay stop wait',
  handle:
    'adjust aim attach balance bash beat blow brandish brush bury buckle carry chop clip clutch cock consult cradle dangle dig don drag drain draw drink drive drop empty ' +
    'fasten fetch fiddle_with finger fire fish_out flick fling flip flourish fold fumble_with grab grasp grip hack haul heave heft hoist hold hook hurl insert jab jam ' +
    'jerk juggle kindle lash level lever lift light load loop lower nock offer open pass play plunge pocket point polish pour press prise pry produce prop pull pump push raise ' +
    'rattle reload rest screw seize set sharpen sheathe shoulder shove sip slam slap slide sling slip slot smash snap snatch stab steady strap strike strum swallow swig ' +
    'swing swipe tap tap_at thread throw thrust thumb tie tilt tip toss train trigger tuck tug turn twirl twist uncap uncoil uncork unfold unfurl unhook unlatch unpack unroll unscrew ' +
    'unsheathe unsling unstopper untie unwrap use wave wear wedge whip_out wield wind work wrench yank',
  speak:
    'add admit advise agree announce answer argue ask assure bark bawl beg begin bellow blurt boast breathe call chant chuckle claim coax comment complain confess confide ' +
    'continue counter croak crow cry declare demand drawl drone enquire exclaim explain gasp greet groan growl grumble grunt hail hiss hoot inquire insist interject interrupt ' +
    'intone joke lament laugh lecture manage moan mumble murmur muse mutter object observe offer order plead pray proclaim promise pronounce protest purr quip rasp read_out ' +
    'recite remark repeat reply report respond retort roar say scoff scold scream shout shriek sigh snap snarl sneer snort sob speak splutter squeak stammer state stutter suggest swear talk ' +
    'tell thank threaten utter venture volunteer vow wail warn whimper whine whisper wish wonder yell yelp',
  show:
    'beam beckon blink blush bow bristle chew chuckle clap cough cringe curtsy dab dither doff fidget flinch frown gape gasp gaze gesture giggle glance glare glower grimace grin hum ' +
    'incline jerk leer listen look nod peer point pout rock salute scowl scratch shake shift shiver shrug shudder smile smirk sneer sneeze sniff snigger spit squint stare stir stretch ' +
    'study swallow sway tremble twitch wag watch wave weep whistle wince wink wipe yawn rub'
}

/** A form of a verb as a text contains it. `isBase`: a base form such as `stand`, which needs a plural subject or may be a noun. */
interface Form {
  lemma: string
  classes: ReadonlySet<VerbClass>
  isBase: boolean
}

/** English verbs by each of their finite forms. A form that several verbs share (`fell`, `lay`) has the classes of all. */
export const VERBS: ReadonlyMap<string, Form> = (() => {
  const all = new Map<string, Form>()
  const add = (form: string, lemma: string, kind: VerbClass, isBase: boolean): void => {
    const known = all.get(form)
    all.set(form, { lemma: known?.lemma ?? lemma, classes: new Set([...(known?.classes ?? []), kind]), isBase: isBase && known?.isBase !== false })
  }
  for (const [kind, list] of Object.entries(LISTS) as [VerbClass, string][])
    for (const verb of list.split(' ').map((one) => one.split('_')[0] ?? one)) {
      if (verb === 'be') for (const form of ['is', 'are', 'was', 'were']) add(form, 'be', 'be', false)
      else {
        const [base, ...others] = formsOf(verb)
        for (const form of others) if (form !== base) add(form, verb, kind, false)
        if (base !== undefined) add(base, verb, kind, others.includes(base))
      }
    }
  return all
})()

/** All verbs of a class, as input for `finite` and similar functions in `verbs.ts`. */
export const verbsOf = (kind: VerbClass): string =>
  LISTS[kind]
    .split(' ')
    .filter((verb) => verb !== 'be')
    .join(' ')
