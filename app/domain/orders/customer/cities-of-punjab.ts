/**
 * Cities and towns of Punjab and the capital: `Name: other spellings`. `!` marks a name that also starts the
 * names of other places: it counts only when it stands alone. `~` marks one that is also a common name of
 * quarters or people: inside a longer text it says nothing.
 */
export const PUNJAB = `
Lahore: lahor, lahour, lahoor, lhr, lhe, lahore cantt, lahore cantonment, lahore city, لاہور
Faisalabad: fsd, faislabad, faisalbad, faisalabd, fasilabad, faisal abad, lyallpur, فیصل آباد
Rawalpindi: !pindi, rwp, rawalpandi, rawlpindi, rawalpindhi, ravalpindi, rawalpindi cantt, راولپنڈی, پنڈی
Gujranwala: gujrawala, gujranwla, gujranwalla, grw, !guj, gujranwala cantt, گوجرانوالہ
Multan: mul, multaan, mutan, multan cantt, ملتان
Sialkot: sailkot, sialkoat, slkt, !skt, sialkot cantt, سیالکوٹ
Bahawalpur: bwp, bahawalpure, bahwalpur, bhawalpur, !bahawal, بہاولپور, بہاول پور
Sargodha: sgd, sargoda, sarghoda, sargodah, سرگودھا
Sheikhupura: sheikupura, shekhupura, skp, shaikhupura, sheikhpura, شیخوپورہ
Jhang: jhang sadar, jhang saddar, jhang city, jang sadar, جھنگ
Rahim Yar Khan: ryk, r y khan, rahimyarkhan, raheem yar khan, rahim yaar khan, رحیم یار خان
Gujrat: gujrat city, gujraat, !guj, gujrat punjab, گجرات
Kasur: qasur, kasoor, qasoor, قصور
Okara: ukara, okarah, okara cantt, اوکاڑہ
Sahiwal: sahiwall, sahival, montgomery, ساہیوال
Wah Cantt: wahcantt, wah cantonment, wah cant, واہ کینٹ
Dera Ghazi Khan: dg khan, d g khan, dgkhan, dera ghazi, !dera, ڈیرہ غازی خان
Mangla: mangla cantt, mangla dam
Chiniot: chinyot, chaniot, چنیوٹ
Kamoke: kamoki, kamonki, کامونکی
Mandi Bahauddin: mandi bahaudin, mandi bahuddin, mandi bahaodin, mandi baha ud din, mbdin, m b din, منڈی بہاؤالدین
Jhelum: jehlum, jhelam, jehlam, جہلم
Sadiqabad: sadiq abad, sadikabad, صادق آباد
!Khanpur: khan pur, khanpur katora, خانپور
Hafizabad: hafiz abad, hafizabaad, حافظ آباد
Khanewal: khaniwal, khanewall, خانیوال
Muzaffargarh: muzafargarh, muzaffar garh, muzaffargar, mzg, مظفر گڑھ
Khushab: khushaab, خوشاب
Chakwal: chakwall, چکوال
Mianwali: mianwalli, miyanwali, میانوالی
Bhakkar: bhakar, bakhar, بھکر
Layyah: leiah, layya, leyyah, لیہ
Attock: attock city, atock, campbellpur, اٹک
Vehari: vihari, wehari, وہاڑی
Pakpattan: pak pattan, pakpatan, pakpattan sharif, پاکپتن
Bahawalnagar: bahawal nagar, bhawalnagar, bahwalnagar, bwn, !bahawal, بہاولنگر
Lodhran: lodhraan, لودھراں
Narowal: naruwal, narowaal, نارووال
Nankana Sahib: nankana, nankanasahib, ننکانہ صاحب
Toba Tek Singh: toba, tobatek singh, t t singh, tts, toba taik singh, ٹوبہ ٹیک سنگھ
Rajanpur: rajan pur, راجن پور
Muridke: mureedke, muridkay, مریدکے
Wazirabad: wazir abad, وزیر آباد
Daska: دسکہ
Gojra: gojrah, گوجرہ
Jaranwala: jaranwalla, jarhanwala, جڑانوالہ
Chishtian: chistian, chishtian mandi, چشتیاں
Burewala: burewalla, boorewala, burewla, بورے والا
Hasilpur: hasil pur, حاصل پور
Arifwala: arif wala, arifwalla, عارف والا
Kot Addu: kotaddu, kot adu, کوٹ ادو
Khurrianwala: khurianwala, khurrian wala
Samundri: sammundri, samandri, سمندری
Tandlianwala: tandlianwalla, tandliawala
Chak Jhumra: chakjhumra, jhumra
Mian Channu: mian chanu, mian chunnu, mianchannu, میاں چنوں
Chichawatni: cheechawatni, chichawatani, چیچہ وطنی
Kabirwala: kabir wala, کبیر والا
Jahanian: jahanian mandi, جہانیاں
Dina: deena, dina jhelum
Sohawa: sohava
Pind Dadan Khan: pd khan, p d khan, pinddadankhan
Kharian: kharian cantt, kharrian, کھاریاں
Lalamusa: lala musa, lalamosa, لالہ موسیٰ
Sarai Alamgir: sara e alamgir, saraialamgir, serai alamgir
Jalalpur Jattan: jalalpurjattan, !jalalpur
Jalalpur Pirwala: jalalpur peerwala, !jalalpur
Kunjah: kunja
Dinga: dingah
Malakwal: malikwal
Phalia: phaliya
Bhalwal: bhalwall, بھلوال
Bhera: bhaira
Kot Momin: kotmomin
Sillanwali: silanwali
!Shahpur: shahpur sadar, shahpur sargodha
Sahiwal Sargodha: sahiwal district sargodha
Jauharabad: joharabad, johrabad
~Quaidabad: qaidabad
Noorpur Thal: nurpur thal
Talagang: tala gang, تلہ گنگ
Kallar Kahar: kalar kahar
Choa Saidan Shah: choa saiden shah
Taxila: texila, taxilla, ٹیکسلا
Hasan Abdal: hassan abdal, hasanabdal, hassanabdal
Hazro: hazroo
Fateh Jang: fatehjang, fateh jhang, fatehjung
Pindi Gheb: pindigheb, pindi ghaib, pindi gheib
Jand: jand attock
Gujar Khan: gujjar khan, gujarkhan, goojar khan, گوجر خان
Kahuta: kahoota
Kallar Syedan: kallar sayedan, kalar syedan, kallarsyedan
Kotli Sattian: kotli satian
Murree: muree, marree, مری
Pindi Bhattian: pindibhattian, pindi bhatian
Sukheki: sukheke
Jalalpur Bhattian: jalal pur bhattian
Nowshera Virkan: naushera virkan, nowshehra virkan
Eminabad: aimanabad
Ghakhar Mandi: ghakkar, ghakhar, gakhar mandi
Qila Didar Singh: qila deedar singh, q d singh
Sambrial: sambrayal, sambarial
Pasrur: pasroor
Zafarwal: zafar wal
Shakargarh: shakar garh, shakkargarh, شکرگڑھ
Kotli Loharan: kotli lohara
~Farooqabad: farooq abad, farukabad, chuharkana
Safdarabad: safdar abad
Sharaqpur: sharaqpur sharif, sharqpur
Ferozewala: ferozwala, ferozewalla
~Shahkot: shah kot
Sangla Hill: sanglahill, sangla
Warburton: war burton
Pattoki: patoki, پتوکی
Chunian: chunniyan, choonian, چونیاں
Kot Radha Kishan: kot radha kishen, kot radhakishan
Raiwind: rai wind, raywind, رائیونڈ
Phool Nagar: bhai pheru, phoolnagar
Renala Khurd: renala, rinala khurd
Depalpur: dipalpur, deepalpur, دیپالپور
Hujra Shah Muqeem: hujra shah mukeem, hujra
Basirpur: baseerpur
Haveli Lakha: havaili lakha
Mandi Ahmadabad: mandi ahmed abad
Kamalia: kamaliya, کمالیہ
Pir Mahal: peer mahal, pirmahal
~Rajana: rajanah
Shorkot: shor kot, shorkot cantt
Ahmadpur Sial: ahmed pur sial, !ahmadpur
Ahmadpur East: ahmedpur east, ahmedpur sharqia, ahmadpur sharqia, !ahmadpur, احمد پور شرقیہ
Athara Hazari: 18 hazari, atharan hazari
Lalian: laliyan
Chenab Nagar: chenabnagar, rabwah
Bhawana: bhuwana
Mailsi: melsi, میلسی
Dunyapur: dunya pur
Kahror Pakka: kehror pakka, karor pacca, kahror pacca
Shujabad: shuja abad, شجاع آباد
Tulamba: talamba
~Abdul Hakim: abdulhakim, abdul hakeem
Makhdoom Pur: makhdumpur
Haroonabad: haroon abad, harunabad, ہارون آباد
Fort Abbas: fortabbas
Minchinabad: minchanabad
Dahranwala: daharanwala
Dunga Bunga: donga bonga
Yazman: yazman mandi, yazmaan
Khairpur Tamewali: khairpur tamiwali
Uch Sharif: uch shareef, uchsharif, uch
Liaquatpur: liaqat pur, liaqatpur, لیاقت پور
Zahir Pir: zahirpeer, zahir peer
Taunsa: taunsa sharif, tonsa, tonsa sharif, تونسہ
Kot Chutta: kot chhutta
Jampur: jam pur, جام پور
Rojhan: rojhaan
~Fazilpur: fazil pur
~Alipur: ali pur, alipur muzaffargarh
~Jatoi: jatoyi
~Khan Garh: khangarh
~Rangpur: rang pur
Karor Lal Esan: karor, karor lal eason
~Fatehpur: fateh pur, fatehpur layyah
Chowk Azam: chok azam
~Chaubara: choubara
Darya Khan: daryakhan
Kalur Kot: kallur kot
Mankera: mankerah
Hyderabad Thal: haiderabad thal
~Isa Khel: esa khel, isakhel
Kundian: kundiyan
Piplan: pipplan
~Daud Khel: daudkhel
Iskandarabad: iskanderabad
Kalabagh: kala bagh
Multan Khurd: multan khurd talagang
~Mustafabad: lulliani, mustafa abad
New Lahore: nia lahore
Kot Abdul Malik: kotabdulmalik
Mananwala: manawala
Khanqah Dogran: khanqa dogran
Nowshera Soon Valley: naushera khushab
Lawa: laawa
Dijkot: dajkot, dij kot
Mamu Kanjan: mamun kanjan, mamoon kanjan
Kot Sultan: kotsultan
Basti Malook: basti maluk
Sanjarpur: sanjar pur
Jhawarian: jhavarian
`;

export const CAPITAL = `
Islamabad: isb, islambad, islamabd, islamabaad, islam abad, islamabad capital, اسلام آباد
`;
