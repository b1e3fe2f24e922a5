/**
 * Common base words of passwords, in lower case without digits and symbols. Compared with a
 * normalised password: `P@ssw0rd2026!` becomes `password`.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwords passphrase passcode motdepasse contrasena contrasenha senha parola
  mypassword yourpassword thepassword newpassword oldpassword changeme changepassword changeit
  changemenow changethis resetpassword temppassword temporary temporarypassword tempaccess default
  defaultpassword initialpassword firstpassword startpassword secret secrets secretpassword topsecret
  mysecret private confidential welcome welcomeback welcomehome welcometo willkommen bienvenue
  bienvenido benvenuto hello hellohello helloworld letmein letmeinnow letmeinplease openup opensesame
  access accessme accessgranted login logmein signin signmein loginlogin user username users
  guest guestuser guestaccess visitor test tester testing testtest testpassword testuser testaccount
  demo demouser sample example examplepassword admin admins adminadmin administrator administration
  superadmin superuser sysadmin systemadmin root rootroot toor master masterkey manager supervisor
  operator service services support supportuser helpdesk backup network security securityteam
  qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop qwertyqwerty qwertyasdf qwertyasdfgh
  qwertyuiopasdfgh qazwsx qazwsxedc qazwsxedcrfv qweasd qweasdzxc asdf asdfasdf asdfgh asdfghjkl
  asdfghjkloe zxcvbn zxcvbnm yxcvbnm poiuytrewq lkjhgfdsa mnbvcxz qwer qwerasdf qwerasdfzxcv
  abc abcabc abcd abcdabcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk
  abcdefghijkl abcdefghijklm aaaaaaaaaaaa xxxxxxxxxxxx blank nothing nopassword none null undefined
  iloveyou iloveu iloveme ilovegod lovelove loveyou mylove myloveyou forever foreverlove sweetheart
  babygirl babyboy princess prince queen king angel angels sunshine moonlight starlight rainbow
  butterfly flower flowers summer summertime winter wintertime spring springtime autumn january
  february march april may june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday weekend holiday holidays christmas easter halloween
  birthday happybirthday newyear happynewyear football soccer baseball basketball hockey tennis golf
  liverpool arsenal chelsea barcelona realmadrid juventus bayern bayernmunich manchester
  manchesterunited manchestercity yankees cowboys lakers steelers packers eagles patriots redsox
  superman batman spiderman ironman wonderwoman starwars startrek skywalker gandalf hogwarts pokemon
  pikachu minecraft fortnite nintendo playstation matrix terminator trustno trustnoone trustme
  dragon dragons monkey tiger lion eagle falcon wolf panther shadow phoenix unicorn dolphin mustang
  ferrari porsche mercedes corvette yamaha harley harleydavidson freedom liberty peace heaven
  blessed jesus jesuschrist jesusislord godisgood godbless hallelujah whatever whocares computer
  computers laptop internet google facebook instagram twitter linkedin microsoft windows apple
  samsung android iphone amazon netflix office officeuser workstation keyboard monitor printer
  server database oracle postgres postgresql mysql cisco company companyname business mycompany
  work workwork team teamwork project projects sales marketing finance accounting human resources
  hospital hospitals clinic clinics klinik hopital doctor doctors nurse nurses patient patients
  medical medicine medic health healthcare healthy radiology radiologist radiologie sonography
  sonographer ultrasound ultraschall echography mammography mammogram mammo breast breastcare
  breastscreening breastcenter breastcentre imaging imagingcenter imagingcentre scanner scanners
  scanroom readingroom diagnostics diagnostic screening pathology oncology surgery surgeon emergency
  ambulance pharmacy laboratory reception receptionist department ward theatre dicom pacs workflow
  america american england london newyork newyorkcity losangeles chicago california texas florida
  germany deutschland berlin france paris italy italia roma spain espana madrid canada australia
  sydney india mumbai china beijing japan tokyo brasil brazil mexico russia moscow switzerland zurich
  michael michelle jennifer jessica daniel daniela thomas anthony andrew joshua matthew robert
  christopher alexander alexandra nicole samantha charlie charlotte jordan ashley hannah george
  william elizabeth victoria maria martin peter stefan andreas sandra barbara
  correcthorsebatterystaple correcthorse batterystaple thisismypassword itsasecret donttellanyone
  nevergonnagiveyouup pleaseletmein passwordpassword passwordadmin adminpassword rootpassword
  userpassword loginpassword welcomepassword passwordwelcome mypasswordis strongpassword
  securepassword goodpassword verysecure verystrong supersecret supersecure hardpassword
  complexpassword complicated uncrackable unbreakable hunter monkeymonkey footballfootball
  `
    .trim()
    .split(/\s+/),
);
