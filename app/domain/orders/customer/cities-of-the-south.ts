/** Cities and towns of Sindh and Balochistan; the form is explained beside Punjab's. */
export const SINDH = `
Karachi: karach, karchi, krachi, karachii, khi, karachi city, karachi cantt, کراچی
Hyderabad: hyd, hydrabad, haiderabad, hyderabad sindh, hyderabad city, حیدرآباد, حیدر آباد
Sukkur: sukhar, sakkar, sukkar, sukker, !skt, سکھر
Larkana: larkano, larkanna, لاڑکانہ
Nawabshah: nawab shah, shaheed benazirabad, shaheed benazir abad, benazirabad, sba, نواب شاہ
Mirpur Khas: mirpurkhas, mir pur khas, mirpur khaas, mpk, !mirpur, میرپور خاص
Jacobabad: jaccobabad, jacob abad, جیکب آباد
Shikarpur: shikar pur, شکارپور
!Khairpur: khairpur mirs, khairpur mir, khair pur, خیرپور
Dadu: daddu, دادو
Thatta: thata, ٹھٹھہ
Badin: badeen, بدین
Tando Adam: tandoadam, tando aadam, ٹنڈو آدم
Tando Allahyar: tando allah yar, tandoallahyar, tando alahyar, ٹنڈو الہیار
Tando Muhammad Khan: tando mohammad khan, tandomuhammadkhan, t m khan
Tando Jam: tandojam
Tando Bago: tandobago
Tando Ghulam Ali: tando ghulamali
Umerkot: umarkot, umar kot, عمرکوٹ
Mithi: mitthi
Tharparkar: thar parkar
Islamkot: islam kot
Sanghar: sanghur, سانگھڑ
Shahdadpur: shahdad pur
Shahdadkot: shahdad kot
Qambar: kambar, qamber
Kashmore: kashmor, kashmoor
Kandhkot: kandh kot, کندھ کوٹ
Ghotki: ghotkii, گھوٹکی
Daharki: dharki, dherki
Ubauro: obaro, ubaro
Mirpur Mathelo: mirpurmathelo
Mirpur Sakro: mirpursakro
Mirpur Bathoro: mirpurbathoro
Pano Aqil: pannu aqil, pano aqil cantt, panoaqil
Rohri: rohree
Saleh Pat: salehpat
Gambat: gambatt
~Ranipur: rani pur
Kot Diji: kotdiji
Thari Mirwah: tharimirwah
Sobho Dero: sobhodero
~Moro: morro, moro sindh
Naushahro Feroze: naushehro feroz, noshero feroz, nausharo feroze
Kandiaro: kandiyaro
Mehrabpur: mehrab pur
Bhiria: bhirya
Sakrand: sakrund
Qazi Ahmed: qazi ahmad, kazi ahmed
~Daulatpur: daulat pur, daur
Hala: haala, new hala
Matiari: matyari
Bhit Shah: bhitshah
~Saeedabad: saeed abad
Sehwan: sehwan sharif, sehwan shareef
~Johi: johi dadu
~Mehar: mehar dadu
Khairpur Nathan Shah: k n shah, kn shah
Kotri: kotree
Jamshoro: jam shoro, jamshoroo, جامشورو
Nooriabad: noori abad
Thano Bula Khan: thana bula khan
Gharo: gharoo
Sujawal: sajawal
Jati: jatti
Keti Bandar: keti bunder
Golarchi: shaheed fazil rahu
Matli: matlee
Talhar: talhaar
Digri: digree
Jhuddo: jhudo
Kot Ghulam Muhammad: kot ghulam mohammad
Naukot: nao kot
Kunri: kunree
Samaro: samarro
Nagarparkar: nangarparkar
Chachro: chhachro
Diplo: deeplo
!Shahpur Chakar: shahpur chaker, !shahpur
Khipro: khipri
Sinjhoro: sinjhoru
Jhol: jhole
Ratodero: rato dero
Dokri: dokree
Naudero: nau dero
Garhi Khairo: garhi khero
Garhi Yasin: garhi yaseen
Thul: thull
~Lakhi: lakhi ghulam shah
Khanpur Mehar: khanpur mahar
Bulri Shah Karim: bulri
`;

export const BALOCHISTAN = `
Quetta: queta, kuetta, qta, quetta cantt, کوئٹہ
Gwadar: gawadar, gwadur, گوادر
Turbat: turbut, تربت
Kech: ketch
Khuzdar: khuzdaar, خضدار
Hub: hub chowki, hub choki, hubchowki, حب
Chaman: chamman, چمن
Sibi: sibbi, سبی
Zhob: fort sandeman, ژوب
Loralai: loralae, لورالائی
Pishin: pisheen, پشین
Dera Murad Jamali: dera muradjamali, d m jamali
Dera Allah Yar: dera allahyar, jhat pat
Usta Muhammad: usta mohammad, osta muhammad
Dera Bugti: derabugti
Sui: sui dera bugti
Mastung: mastoong
Kalat: qalat
Nushki: noshki
Dalbandin: dalbundin
Kharan: khaaran
Panjgur: panj gur
Awaran: awaraan
Bela: bela lasbela
Lasbela: las bela
Uthal: othal
Winder: vinder
Ormara: ormarra
Pasni: pasnee
Jiwani: jiwanni
Mach: machh
Dhadar: dhaadar
Harnai: harnaee
Ziarat: ziyarat
Muslim Bagh: muslimbagh
Qila Saifullah: killa saifullah, qilla saifullah
Qila Abdullah: killa abdullah, qilla abdullah
Duki: dukki
Musakhel: musa khel
Barkhan: barkhaan
Kohlu: kohloo
Jhal Magsi: jhalmagsi
Gandawah: gandava
Sohbatpur: sohbat pur
Surab: sorab
Washuk: washook
Taftan: taftaan
`;
