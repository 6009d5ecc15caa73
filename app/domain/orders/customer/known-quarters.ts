import { cityKey } from "./pakistan-cities.ts";

/**
 * Quarters, and the towns and districts a city is divided into, as people write them before or after its name, or in
 * place of it. Beside the name of that same city they leave the place unchanged (R56); alone they only make suggestions:
 * many names exist in several cities, and a name that is also a village near the city is left out.
 */
const QUARTERS = `
Karachi: clifton, gulshan e iqbal, gulshan, gulistan e johar, gulistan e jauhar, johar, nazimabad, north nazimabad, new nazimabad, nazimabad no, korangi, korangi industrial area, malir, malir cantt, landhi, orangi, orangi town, lyari, keamari, kemari, federal b area, fb area, f b area, scheme 33, surjani, surjani town, buffer zone, pechs, p e c h s, north karachi, new karachi, east, west, central, south, saddar, sadar, dha, defence, defense, defence housing authority, bahria town, bath island, garden, garden east, garden west, tariq road, bahadurabad, bahadrabad, shah faisal colony, shah faisal, model colony, liaquatabad, azizabad, gulberg, ancholi, water pump, baldia, baldia town, site area, site, metroville, gulzar e hijri, gulshan e maymar, gulshan e hadeed, saadi town, soldier bazar, burns road, kharadar, mithadar, shershah, hyderi, nagan chowrangi, dastagir, karimabad, mehmoodabad, mahmoodabad, akhtar colony, quaidabad, kashmir road, ali garh, quetta town, hyderabad colony, گلشن اقبال, کلفٹن, ناظم آباد, نارتھ ناظم آباد, کورنگی, ملیر, ڈیفنس, صدر, لیاری, گلستان جوہر
Lahore: johar town, jauhar town, model town, gulberg, shahdara, wapda town, thokar niaz baig, thokar, township, town ship, allama iqbal town, iqbal town, samanabad, samnabad, kot lakhpat, valencia, valencia town, kahna, kahna nau, dha, defence, defense, bahria town, bahria orchard, cantt, saddar, sadar, faisal town, garden town, muslim town, mughalpura, baghbanpura, green town, ichra, anarkali, askari, lake city, state life, eme, paragon city, al rehman garden, cavalry ground, walton, gulshan e ravi, sabzazar, shadman, mozang, sanda, chungi amar sidhu, harbanspura, tajpura, gulshan e iqbal, multan chungi, central park, fazaia, wahdat colony, شاہدرہ, گلبرگ, جوہر ٹاؤن, ماڈل ٹاؤن, ڈیفنس, صدر, اقبال ٹاؤن
Islamabad: capital, capital territory, federal capital, g 11, f 10, e 11, i 8, rawat, bhara kahu, bara kahu, tarnol, ghouri town, ghauri town, bani gala, dha, defence, bahria town, bahria enclave, gulberg, gulberg greens, blue area, pwd, pwd society, pwd colony, soan garden, soan gardens, korang town, media town, naval anchorage, margalla town, shehzad town, park road, tarlai, chak shahzad, khanna pul, jinnah garden, top city, mumtaz city, peshawar more, karachi company, aabpara, melody, faisal town, multi gardens
Rawalpindi: chaklala, chaklala scheme 3, westridge, adiala, chandni chowk, commercial market, gulraiz, morgah, satellite town, saddar, sadar, bahria town, dha, defence, cantt, raja bazar, gulzar e quaid, airport housing society, pirwadhai, dhoke kala khan, 6th road, lalazar, tench bhata, khayaban e sir syed, askari, scheme 3, صدر
Peshawar: hayatabad, gulbahar, university town, tehkal, saddar, sadar, cantt, gulberg, dha, regi model town, board bazar, faqirabad, حیات آباد, صدر
Hyderabad: latifabad, latifabad no, latifabad unit no, latifabad unit, qasimabad, qasim abad, latif abad, saddar, sadar, cantt, hirabad, auto bhan, لطیف آباد, قاسم آباد
Faisalabad: d ground, madina town, ghulam muhammad abad, gm abad, peoples colony, people colony, samanabad, samnabad, jinnah colony, gulberg, gulistan colony, susan road, batala colony, model town, millat town, wapda city, eden valley, kohinoor, kohinoor city, jhang bazar, civil lines, mansoorabad, nishatabad, پیپلز کالونی, مدینہ ٹاؤن
Multan: gulgasht, gulgasht colony, shah rukn e alam, shah rukn e alam colony, bosan, bosan town, bosan road, model town, wapda town, dha, cantt, shah shams, mumtazabad, new multan, gulshan e mehar, garden town, buch villas, sharif, گلگشت
Gujranwala: rahwali, model town, satellite town, peoples colony, wapda town, dc colony, d c colony, citi housing, garden town, dha, cantt, civil lines
Quetta: jinnah town, satellite town, brewery, samungli, cantt, civil lines, pashtunabad, nawa killi
Sialkot: model town, cantt, paris road, civil lines, citi housing, defence road
Bahawalpur: model town, model town a, model town b, model town c, satellite town, cantt, dha, one unit
Sargodha: satellite town, cantt, university town, hyderabad town, civil lines
Abbottabad: mandian, jinnahabad, supply, nawan shehr, cantt
Gujrat: model town, shadman
Jhang: satellite town, saddar, sadar, city
Mirpur Khas: satellite town
Sheikhupura: civil lines, housing colony
Sahiwal: farid town, civil lines
Okara: civil lines
Rahim Yar Khan: satellite town, abbasia town
Sukkur: barrage colony
Larkana: sachal colony
Mardan: sheikh maltoon, sheikh maltoon town, cantt
Wah Cantt: new city, lala rukh, gulistan colony
Haripur: hazara
Kohat: cantt, kda
Mingora: swat
Jhelum: civil lines, cantt
`;

type Quarters = ReadonlyMap<string, readonly string[]>;

const CITIES_OF_QUARTER: Quarters = readQuarters();

function readQuarters(): Quarters {
  const cities = new Map<string, string[]>();
  for (const line of QUARTERS.trim().split("\n")) {
    const [city = "", quarters = ""] = line.split(":");
    for (const quarter of quarters.split(",").map(cityKey)) {
      cities.set(quarter, [...(cities.get(quarter) ?? []), city]);
    }
  }
  return cities;
}

/** The cities that have a quarter of this name. */
export function citiesOfQuarter(text: string): readonly string[] {
  return CITIES_OF_QUARTER.get(cityKey(text)) ?? [];
}
